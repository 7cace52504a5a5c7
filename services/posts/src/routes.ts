import { ErrorBody } from '@aangan/contracts/errors'
import { Post, PostsQuery, PostWithDetail } from '@aangan/contracts/posts'
import { pageHeaders } from '@aangan/service-kit/paging'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { type ListingDoc, toPost } from './listing.ts'
import type { Load } from './load.ts'
import { cursorBehind, keptParams, readSearch, toPostWithDetail } from './rules.ts'
import type { Search } from './search/search.ts'
import type { PostStore } from './store.ts'

export interface PostRoutes {
  posts: PostStore
  search: Search
  load: Load
  ownerOf: (listing: ListingDoc) => Promise<ListingDoc['owner']>
  hasSaved: (userId: string, postId: string) => Promise<boolean>
}

const refused = { '4xx': ErrorBody }
/** Stored only by the reader's browser, and asked for again: who reads it decides what it says. */
const PERSONAL = 'private, no-cache'
const ById = Type.Object({ id: Type.String() })

export function addPostRoutes(app: App, { posts, search, load, ownerOf, hasSaved }: PostRoutes): void {
  const list = { querystring: PostsQuery, response: { 200: Type.Array(Post), ...refused } }
  app.get('/posts', { schema: list }, async ({ query }, reply) => {
    const request = readSearch(query)
    // One extra, to see whether there is a next page.
    const { ids, total } = await search.page({ ...request, limit: request.limit + 1 })
    const page = await posts.findInOrder(ids.slice(0, request.limit))
    const last = ids.length > request.limit ? page.at(-1) : undefined
    const next = last ? cursorBehind(last, request.sort) : null
    reply.headers({ ...pageHeaders('/posts', keptParams(query), { total, next }), 'cache-control': PERSONAL })
    return page.map(toPost)
  })

  const one = { params: ById, response: { 200: PostWithDetail, ...refused } }
  app.get('/posts/:id', { schema: one }, async ({ params, identity }, reply) => {
    const listing = await load(params.id, identity?.id ?? null)
    const [owner, isSaved] = await Promise.all([
      ownerOf(listing),
      identity !== null && hasSaved(identity.id, params.id),
    ])
    reply.header('cache-control', PERSONAL)
    return toPostWithDetail(listing, { owner, isSaved })
  })
}
