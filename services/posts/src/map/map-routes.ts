import { ErrorBody } from '@aangan/contracts/errors'
import { MapItem, MapQuery } from '@aangan/contracts/posts'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import type { Places } from '../places/places.ts'
import { mapItems } from './map.ts'
import { readMapView } from './map-query.ts'
import type { Surveyed } from './survey.ts'

export function addMapRoutes(app: App, { places, ...stores }: Surveyed & { places: Places }): void {
  const schema = { querystring: MapQuery, response: { 200: Type.Array(MapItem), '4xx': ErrorBody } }
  app.get('/posts/map', { schema }, async ({ query }) => {
    return await mapItems(stores, { ...readMapView(query), ...(await places.whereIs(query)) })
  })
}
