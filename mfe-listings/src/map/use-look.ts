import { useEffect, useState } from 'react'
import type { Look, MapEngine } from './engine/engine.ts'

/** The map's state at rest; does not rerender while it moves. */
export function useLook(engine: MapEngine): Look {
  const [look, setLook] = useState(() => engine.look())
  useEffect(() => {
    const update = () =>
      setLook((before) => {
        const after = engine.look()
        return JSON.stringify(before) === JSON.stringify(after) ? before : after
      })
    update()
    return engine.onRest(update)
  }, [engine])
  return look
}
