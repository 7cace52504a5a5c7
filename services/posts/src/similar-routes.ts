import { ErrorBody } from '@aangan/contracts/errors'
import { SimilarPost } from '@aangan/contracts/posts'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { searched } from './happened.ts'
import { toPost } from './listing.ts'
import type { Load } from './load.ts'
import type { Search } from './search/search.ts'
import type { PostStore } from './store.ts'

export interface SimilarRoutes {
  load: Load
  search: Search
  posts: PostStore
}

const ById = Type.Object({ id: Type.String() })

export function addSimilarRoutes(app: App, { load, search, posts }: SimilarRoutes): void {
  const schema = { params: ById, response: { 200: Type.Array(SimilarPost), '4xx': ErrorBody } }
  app.get('/posts/:id/similar', { schema }, async ({ params, identity }) => {
    const similar = await search.similar(searched(await load(params.id, identity?.id ?? null)))
    const distances = new Map(similar.map(({ id, distance }) => [id, distance]))
    const listings = await posts.findInOrder([...distances.keys()])
    return listings.map((listing) => ({ ...toPost(listing), distance: distances.get(listing._id) ?? 0 }))
  })
}
