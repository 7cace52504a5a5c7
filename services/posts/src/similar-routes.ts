import { ErrorBody } from '@aangan/contracts/errors'
import { SimilarPost } from '@aangan/contracts/posts'
import type { App } from '@aangan/service-kit/server'
import type { Collection } from '@aangan/service-kit/store/store'
import { Type } from 'typebox'
import type { ListingDoc } from './listing.ts'
import type { Load } from './load.ts'
import { toPost } from './rules.ts'
import { similarTo } from './similar.ts'

export interface SimilarRoutes {
  load: Load
  listings: Collection<ListingDoc>
}

const ById = Type.Object({ id: Type.String() })

export function addSimilarRoutes(app: App, { load, listings }: SimilarRoutes): void {
  const schema = { params: ById, response: { 200: Type.Array(SimilarPost), '4xx': ErrorBody } }
  app.get('/posts/:id/similar', { schema }, async ({ params, identity }) => {
    const similar = await similarTo(listings, await load(params.id, identity?.id ?? null))
    return similar.map(({ listing, distance }) => ({ ...toPost(listing), distance }))
  })
}
