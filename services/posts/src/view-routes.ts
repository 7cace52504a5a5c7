import { ErrorBody } from '@aangan/contracts/errors'
import { Views } from '@aangan/contracts/posts'
import { atMost } from '@aangan/service-kit/at-most'
import { clientOf } from '@aangan/service-kit/client'
import { requireIdentity } from '@aangan/service-kit/identity'
import type { App } from '@aangan/service-kit/server'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import type { Load } from './load.ts'
import { checkOwner } from './rules.ts'
import type { ViewStore } from './views.ts'

export interface ViewRoutes {
  load: Load
  views: ViewStore
  now: () => Date
}

/** Per listing, address and day: in India many phones share an address. */
const MOST_A_DAY = 20
const REMEMBERED = 50_000

const ById = Type.Object({ id: Type.String() })
const refused = { '4xx': ErrorBody }

export function addViewRoutes(app: App, { load, views, now }: ViewRoutes): void {
  const counted = new LRUCache<string, number>(atMost(REMEMBERED))

  function isOneMore(key: string): boolean {
    const count = counted.get(key) ?? 0
    counted.set(key, count + 1)
    return count < MOST_A_DAY
  }

  const view = { params: ById, response: { 204: Type.Null(), ...refused } }
  app.post('/posts/:id/views', { schema: view }, async (request, reply) => {
    const { params, identity } = request
    const { _id, userId } = await load(params.id, identity?.id ?? null)
    const { address } = clientOf(request)
    const time = now()
    const isOwn = identity?.id === userId
    if (!isOwn && isOneMore(`${_id} ${time.toISOString().slice(0, 10)} ${address}`)) await views.add(_id, time)
    return reply.code(204).send(null)
  })

  const record = { params: ById, response: { 200: Views, ...refused } }
  app.get('/posts/:id/views', { schema: record }, async (request, reply) => {
    const { id: userId } = requireIdentity(request)
    const listing = await load(request.params.id, userId)
    checkOwner(listing, userId)
    reply.header('cache-control', 'no-store')
    return await views.of(listing._id, now())
  })
}
