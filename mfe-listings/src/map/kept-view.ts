import { readEntryState, updateEntryState } from '@aangan/remote/entry-state'
import type { Point } from '../shared/geo.ts'
import type { MapView } from './engine/engine.ts'

/** Where the visitor moved the map of a history entry. */
export interface KeptView {
  point: Point
  zoom: number
}

export function keptView(entry: string): KeptView | null {
  return (readEntryState(entry).map as KeptView | null | undefined) ?? null
}

/** Stores the view only if the visitor moved the map; otherwise it is recomputed from the results. */
export function keepView(entry: string, { moved, centre, zoom }: MapView): void {
  const view: KeptView | null = moved ? { point: centre, zoom } : null
  if (view || keptView(entry)) updateEntryState(entry, { map: view })
}
