import { useLayoutEffect, useState } from 'react'
import type { MapEngine } from './engine/engine.ts'
import { createPlane, type Plane } from './engine/plane.ts'

/** Null until mounted. */
export function usePlane(element: HTMLElement | null, engine: MapEngine): Plane | null {
  const [plane, setPlane] = useState<Plane | null>(null)
  useLayoutEffect(() => {
    if (!element) return
    const made = createPlane(element, engine)
    setPlane(made)
    return () => made.dispose()
  }, [element, engine])
  return plane
}
