import { oneLine } from '@aangan/contracts/text/characters'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import { useSite } from '@aangan/remote/site'
import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useRef, useState } from 'react'
import { type Point, pointOf } from '../shared/geo.ts'
import type { MapEngine } from './engine/engine.ts'
import { extentSearch, mapApi } from './map-api.ts'
import { MapCanvas } from './map-canvas.tsx'
import type { PlaceMapProps } from './place-map-props.ts'
import * as s from './place-map-view.module.css'
import { PlaceMarker } from './place-marker.tsx'
import { fallbackTarget, PLACE_ZOOM, type Target, targetOfBox } from './target.ts'

/** Below this zoom a click is off by a street or more. */
const CHOOSING_ZOOM = 13
const CLOSE_ENOUGH = 'Now tap the building.'

/** A click zooms in, or chooses the point if the map is near; arrow keys adjust the marker. */
export function PlaceMapView({ point, city, onChoose }: PlaceMapProps) {
  const { mapCentre } = useSite()
  const target: Target = point ? { point, zoom: PLACE_ZOOM } : fallbackTarget(mapCentre)
  const [said, setSaid] = useState('')
  /** Chosen on the map, so already in view. */
  const [chosen, setChosen] = useState<Point | null>(null)

  function choose(place: Point) {
    const rounded = roundedOf(place)
    setChosen(rounded)
    setSaid(`The marker is at latitude ${rounded.latitude}, longitude ${rounded.longitude}.`)
    onChoose(rounded)
  }

  function press(place: Point, engine: MapEngine) {
    if (engine.view().zoom >= CHOOSING_ZOOM) return choose(place)
    engine.show({ point: place, zoom: PLACE_ZOOM }, { mine: false, smooth: true })
    setSaid(CLOSE_ENOUGH)
  }

  return (
    <>
      <MapCanvas
        target={target}
        oneFinger={false}
        homeLabel="Back to the place"
        onHome={(engine) => engine.show(target, { mine: true, smooth: true })}
        onPress={press}
      >
        {(engine) => (
          <>
            <Following engine={engine} point={point} chosen={chosen} city={city} />
            {point && <PlaceMarker engine={engine} point={point} onMove={choose} />}
          </>
        )}
      </MapCanvas>
      <VisuallyHidden live>{said}</VisuallyHidden>
      {said === CLOSE_ENOUGH && (
        <p className={s.next} aria-hidden="true">
          {said}
        </p>
      )}
    </>
  )
}

interface FollowingProps extends Pick<PlaceMapProps, 'point' | 'city'> {
  engine: MapEngine
  chosen: Point | null
}

/** Follows typed coordinates, or the typed city until there are any. */
function Following({ engine, point, chosen, city }: FollowingProps) {
  const box = useCity(point === null ? city : '')
  const { latitude, longitude } = point ?? {}
  const isChosen = chosen?.latitude === latitude && chosen?.longitude === longitude
  const first = useRef(true)

  useEffect(() => {
    // The map starts here.
    const isFirst = first.current
    first.current = false
    if (latitude === undefined || longitude === undefined || isChosen || isFirst) return
    engine.show({ point: { latitude, longitude }, zoom: PLACE_ZOOM }, { mine: true, smooth: true })
  }, [engine, latitude, longitude, isChosen])

  useEffect(() => {
    if (box) engine.show(targetOfBox(box), { mine: true, smooth: true })
  }, [engine, box])
  return null
}

/** Debounce delay. */
const PAUSE_MS = 400

/** The extent of a city's homes; undefined if unknown or loading. */
function useCity(city: string) {
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(oneLine(city)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [city])
  const asked = wanted !== '' && wanted === oneLine(city)
  const { currentData } = mapApi.useExtentQuery(
    asked ? extentSearch(`?${new URLSearchParams({ city: wanted })}`) : skipToken,
  )
  return asked ? (currentData ?? undefined) : undefined
}

/** Six decimals are about 10 cm. */
function roundedOf({ latitude, longitude }: Point): Point {
  const place = { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) }
  return pointOf(place) ?? { latitude, longitude }
}
