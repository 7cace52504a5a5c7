import { ErrorBody } from '@aangan/contracts/errors'
import { MapItem, MapQuery } from '@aangan/contracts/posts'
import { refuse, textOf } from '@aangan/service-kit/query'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { readFiltered, toPost } from './rules.ts'
import type { Cluster } from './search/clusters.ts'
import type { MapView, Search } from './search/search.ts'
import type { PostStore } from './store.ts'

export interface MapRoutes {
  search: Search
  posts: PostStore
}

const MAX_ZOOM = 22

export function addMapRoutes(app: App, { search, posts }: MapRoutes): void {
  const schema = { querystring: MapQuery, response: { 200: Type.Array(MapItem), '4xx': ErrorBody } }
  // For a union, Fastify's serializer would run a validator of each kind on each item.
  app.get('/posts/map', { schema, serializerCompiler: () => JSON.stringify }, async ({ query }) => {
    const { clusters, ids } = await search.map(readMapView(query))
    const listings = await posts.findInOrder(ids)
    return [...clusters.map(toItem), ...listings.map((listing): MapItem => ({ kind: 'listing', ...toPost(listing) }))]
  })
}

function readMapView(query: MapQuery): MapView {
  const { filters, boxes } = readFiltered(query)
  if (boxes === null) refuse('bbox', query.bbox, 'west,south,east,north in degrees: a map shows an area')
  const text = textOf(query, 'zoom') ?? ''
  const zoom = /^\d{1,2}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN
  if (!(zoom <= MAX_ZOOM)) refuse('zoom', query.zoom, `a number from 0 to ${MAX_ZOOM}, like 11.5`)
  return { filters, boxes, zoom }
}

function toItem({ count, lat, lng, west, south, east, north }: Cluster): MapItem {
  return { kind: 'cluster', count, latitude: lat, longitude: lng, bbox: [west, south, east, north] }
}
