import { useEffect, useState } from 'react'
import type { Look, MapEngine } from './engine/engine.ts'

/** What the map shows while it rests: rendered once a move is over, never during it. */
export function useLook(engine: MapEngine): Look {
  const [look, setLook] = useState(() => engine.look())
  useEffect(() => {
    const update = () =>
      setLook((before) => {
        const after = engine.look()
        return String(Object.values(before)) === String(Object.values(after)) ? before : after
      })
    update()
    return engine.onRest(update)
  }, [engine])
  return look
}
