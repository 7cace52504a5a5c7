import { LazyMap } from './lazy-map.tsx'
import * as s from './location-map.module.css'
import type { PlaceMapProps } from './place-map-props.ts'

/** Fills its parent's width. */
export function PlaceMap(props: PlaceMapProps) {
  return (
    <div className={s.map}>
      <LazyMap label="Map of the place" load={load} props={props} />
    </div>
  )
}

async function load() {
  const { PlaceMapView } = await import(/* webpackChunkName: "map" */ './place-map-view.tsx')
  return PlaceMapView
}
