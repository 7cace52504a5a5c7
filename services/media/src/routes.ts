import { ErrorBody } from '@aangan/contracts/errors'
import { entityTag, isKnown } from '@aangan/service-kit/entity-tag'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { drawHome } from './drawings/draw.ts'
import { readDrawingAddress } from './rules.ts'

const DrawingParams = Type.Object({ property: Type.String(), seed: Type.String(), file: Type.String() })

export function addDrawingRoutes(app: App): void {
  const drawing = { params: DrawingParams, response: { 200: Type.String(), 304: Type.String(), '4xx': ErrorBody } }
  app.get('/media/drawings/:property/:seed/:file', { schema: drawing }, async (request, reply) => {
    const address = readDrawingAddress(request.params)
    if (address === null) throw new AppError('NOT_FOUND', 'Drawing not found')
    const svg = drawHome(address.property, address.seed, address.view)
    const etag = entityTag(svg)
    reply.headers({ etag, 'cache-control': 'public, max-age=604800' }).type('image/svg+xml; charset=utf-8')
    return isKnown(request, etag) ? reply.code(304).send('') : reply.send(svg)
  })
}
