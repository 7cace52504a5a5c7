import House from 'lucide-react/icons/house'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Point } from '../shared/geo.ts'
import type { MapEngine } from './engine/engine.ts'
import * as s from './home-marker.module.css'
import { usePlane } from './use-plane.ts'

interface HomeMarkerProps {
  engine: MapEngine
  point: Point
  label: string
}

export function HomeMarker({ engine, point, label }: HomeMarkerProps) {
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const [marker, setMarker] = useState<HTMLElement | null>(null)
  const plane = usePlane(element, engine)
  useLayoutEffect(() => (marker && plane ? plane.put(marker, point) : undefined), [plane, marker, point])
  return createPortal(
    <div ref={setElement} className={s.plane}>
      <span ref={setMarker} className={s.place}>
        <span className={s.marker} role="img" aria-label={`The home: ${label}`}>
          <House size={20} aria-hidden="true" />
        </span>
      </span>
    </div>,
    engine.overlay,
  )
}
