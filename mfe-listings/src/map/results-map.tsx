import type { ReactNode } from 'react'
import { LazyMap } from './lazy-map.tsx'
import type { ResultsMapProps } from './results-map-props.ts'

/** Fills its parent, which needs a height. */
export function ResultsMap(props: ResultsMapProps): ReactNode {
  return <LazyMap label="Map of the results" load={load} props={props} />
}

async function load() {
  const { ResultsMapView } = await import(/* webpackChunkName: "map" */ './results-map-view.tsx')
  return ResultsMapView
}
