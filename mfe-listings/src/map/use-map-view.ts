import { useEffect, useState } from 'react'
import type { MapEngine, MapView } from './engine/engine.ts'

/** The map's state at rest; does not rerender while it moves. */
export function useMapView(engine: MapEngine): MapView {
  const [view, setView] = useState(() => engine.view())
  useEffect(() => {
    const update = () =>
      setView((before) => {
        const after = engine.view()
        return JSON.stringify(before) === JSON.stringify(after) ? before : after
      })
    update()
    return engine.onRest(update)
  }, [engine])
  return view
}
