import { ErrorBody } from '@aangan/contracts/errors'
import { MapItem, MapQuery } from '@aangan/contracts/posts'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { mapItems } from './map.ts'
import { readMapView } from './map-query.ts'
import type { Surveyed } from './survey.ts'

export function addMapRoutes(app: App, stores: Surveyed): void {
  const schema = { querystring: MapQuery, response: { 200: Type.Array(MapItem), '4xx': ErrorBody } }
  app.get('/posts/map', { schema }, async ({ query }) => mapItems(stores, readMapView(query)))
}
