import { classNames } from '@aangan/design/class-names'
import House from 'lucide-react/icons/house'
import { type KeyboardEvent, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Point } from '../shared/geo.ts'
import type { MapEngine } from './engine/engine.ts'
import * as s from './home-marker.module.css'
import { usePlane } from './use-plane.ts'

interface PlaceMarkerProps {
  engine: MapEngine
  point: Point
  onMove: (point: Point) => void
}

/** Pixels per key press; the smaller one with Shift. */
const STEP = 8
const SMALL_STEP = 1
const WAYS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export function PlaceMarker({ engine, point, onMove }: PlaceMarkerProps) {
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const [marker, setMarker] = useState<HTMLElement | null>(null)
  const plane = usePlane(element, engine)
  const { latitude, longitude } = point
  useLayoutEffect(
    () => (marker && plane ? plane.put(marker, { latitude, longitude }) : undefined),
    [plane, marker, latitude, longitude],
  )

  function move(event: KeyboardEvent) {
    const way = WAYS[event.key]
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    // Otherwise the map would pan too.
    event.stopPropagation()
    const step = event.shiftKey ? SMALL_STEP : STEP
    const place = engine.pointBeside(point, way[0] * step, way[1] * step)
    engine.reveal(place)
    onMove(place)
  }

  return createPortal(
    <div ref={setElement} className={s.plane}>
      <span ref={setMarker} className={s.place}>
        <button
          type="button"
          className={classNames(s.marker, s.movable)}
          aria-label="The home. Arrow keys move it, with Shift in small steps."
          onKeyDown={move}
        >
          <House size={20} aria-hidden="true" />
        </button>
      </span>
    </div>,
    engine.overlay,
  )
}
