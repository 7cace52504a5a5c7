import type { ReactNode } from 'react'
import { LazyMap } from './lazy-map.tsx'
import type { ResultsMapProps } from './results-map-props.ts'

/** The map beside the list. It fills its parent, which gives it a height; its code comes when it is near. */
export function ResultsMap(props: ResultsMapProps): ReactNode {
  return <LazyMap label="Map of the results" load={load} props={props} />
}

async function load() {
  const { ResultsMapView } = await import(/* webpackChunkName: "map" */ './results-map-view.tsx')
  return ResultsMapView
}
