import type { MapQuery } from '@aangan/contracts/posts'
import { refuse, textOf } from '@aangan/service-kit/query'
import { type Filters, readFilters } from '../filters.ts'
import type { Box } from './box.ts'

/** An area of the map, how large it is shown, and what to show in it. */
export interface MapView extends Filters {
  boxes: Box[]
  zoom: number
}

const MAX_ZOOM = 22

/**
 * Reads the parameters of `GET /posts/map`.
 * @throws BAD_REQUEST naming the parameter, what was given and what is allowed
 */
export function readMapView(query: MapQuery): MapView {
  const filters = readFilters(query)
  const { boxes } = filters
  if (boxes === null) refuse('bbox', query.bbox, 'west,south,east,north in degrees: a map shows an area')
  const text = textOf(query, 'zoom') ?? ''
  const zoom = /^\d{1,2}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN
  if (!(zoom <= MAX_ZOOM)) refuse('zoom', query.zoom, `a number from 0 to ${MAX_ZOOM}, like 11.5`)
  return { ...filters, boxes, zoom }
}
