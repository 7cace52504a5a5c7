import { ErrorBody } from '@aangan/contracts/errors'
import { LEFT_OUT_HEADER, POST_TYPES } from '@aangan/contracts/post-constants'
import * as contract from '@aangan/contracts/posts'
import { SitemapPages } from '@aangan/contracts/sitemap'
import { clientOf } from '@aangan/service-kit/client'
import { AppError } from '@aangan/service-kit/errors'
import { createFairQueue } from '@aangan/service-kit/fair-queue'
import type { Identity } from '@aangan/service-kit/identity'
import { sendPacked } from '@aangan/service-kit/packed'
import { cursorOf, pageHeaders } from '@aangan/service-kit/paging'
import { readPostFilters } from '@aangan/service-kit/post-filters'
import { choiceOf, integerOf, refuse, textOf } from '@aangan/service-kit/query'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { type ListingDoc, toPost } from './listing.ts'
import type { Load } from './load.ts'
import { searched } from './post-events.ts'
import { keptParams, meantParams, readFiltered, readSearch, toPostWithDetail } from './rules.ts'
import type { Cluster } from './search/clusters.ts'
import type { MapView, Search } from './search/search.ts'
import { BUSY } from './search/thread.ts'
import type { Sitemap } from './sitemap.ts'
import type { PostStore } from './store.ts'

export interface PostRoutes {
  posts: PostStore
  search: Search
  sitemap: Sitemap
  load: Load
  ownerOf: (listing: ListingDoc) => Promise<ListingDoc['owner']>
  hasSaved: (person: Identity, postId: string) => Promise<boolean>
}

const refused = { '4xx': ErrorBody }
/** The response depends on the reader: only their browser may cache it, and must revalidate. */
const PERSONAL = 'private, no-cache'
const ById = Type.Object({ id: Type.String() })

export function addPostRoutes(app: App, { posts, search, sitemap, load, ownerOf, hasSaved }: PostRoutes): void {
  addListRoutes(app, posts, search)
  addPlaceRoutes(app, search)
  addNearbyRoute(app, search)
  addSitemapRoutes(app, sitemap)

  const one = { params: ById, response: { 200: contract.PostWithDetail, ...refused } }
  app.get('/posts/:id', { schema: one }, async ({ params, identity }, reply) => {
    const listing = await load(params.id, identity?.id ?? null)
    const [owner, isSaved] = await Promise.all([ownerOf(listing), identity !== null && hasSaved(identity, params.id)])
    reply.header('cache-control', PERSONAL)
    return toPostWithDetail(listing, { owner, isSaved })
  })

  const alike = { params: ById, response: { 200: Type.Array(contract.SimilarPost), ...refused } }
  app.get('/posts/:id/similar', { schema: alike }, async (request) => {
    const { params, identity } = request
    const listing = searched(await load(params.id, identity?.id ?? null))
    const similar = await search.similar(listing, clientOf(request))
    const distances = new Map(similar.map(({ id, distance }) => [id, distance]))
    const listings = await posts.findInOrder([...distances.keys()])
    return listings.map((listing) => ({ ...toPost(listing), distance: distances.get(listing._id) ?? 0 }))
  })
}

/** Listings read before other requests get a turn: about a millisecond. */
const CHUNK = 100

/** A page of 500 keeps the process busy for ten milliseconds, so only one is read at a time. */
const LARGE_PAGES = { atOnce: 1, waiting: 200, patienceMs: 8_000, busy: BUSY }

function addListRoutes(app: App, posts: PostStore, search: Search): void {
  const turn = createFairQueue(LARGE_PAGES)

  async function readInOrder(ids: string[]): Promise<contract.Post[]> {
    const page: contract.Post[] = []
    for (let from = 0; from < ids.length; from += CHUNK)
      page.push(...(await posts.findInOrder(ids.slice(from, from + CHUNK))).map(toPost))
    return page
  }

  const list = { querystring: contract.PostsQuery, response: { 200: Type.Array(contract.Post), ...refused } }
  app.get('/posts', { schema: list }, async (request, reply) => {
    const { query } = request
    const wanted = readSearch(query)
    const client = clientOf(request)
    const { ids, total, end, meaning } = await search.page(wanted, client)
    const page = await (ids.length > CHUNK ? turn(() => readInOrder(ids), client) : readInOrder(ids))
    const next = end && cursorOf(wanted.sort, end)
    const params = meaning ? meantParams(keptParams(query), meaning.filters) : keptParams(query)
    if (meaning) reply.header('content-location', `/posts?${new URLSearchParams(params)}`)
    if (meaning?.leftOut) reply.header(LEFT_OUT_HEADER, encodeURIComponent(meaning.leftOut))
    reply.headers({ ...pageHeaders('/posts', params, { total, next }), 'cache-control': PERSONAL })
    return page
  })

  const map = { querystring: contract.MapQuery, response: { 200: Type.Array(contract.MapItem), ...refused } }
  // For a union, Fastify's serializer would run a validator of each kind on each item.
  app.get('/posts/map', { schema: map, serializerCompiler: () => JSON.stringify }, async (request) => {
    const { clusters, ids } = await search.map(readMapView(request.query), clientOf(request))
    const listings = await posts.findInOrder(ids)
    const single = listings.map((listing): contract.MapItem => ({ kind: 'listing', ...toPost(listing) }))
    return [...clusters.map(toItem), ...single]
  })
}

const MAX_ZOOM = 22

function readMapView(query: contract.MapQuery): MapView {
  const { filters, boxes } = readFiltered(query)
  if (boxes === null) refuse('bbox', query.bbox, 'west,south,east,north in degrees: a map shows an area')
  const text = textOf(query, 'zoom') ?? ''
  const zoom = /^\d{1,2}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN
  if (!(zoom <= MAX_ZOOM)) refuse('zoom', query.zoom, `a number from 0 to ${MAX_ZOOM}, like 11.5`)
  return { filters, boxes, zoom }
}

function toItem({ count, lat, lng, west, south, east, north }: Cluster): contract.MapItem {
  return { kind: 'cluster', count, latitude: lat, longitude: lng, bbox: [west, south, east, north] }
}

const SUGGESTED = { min: 1, max: 50, usual: 8 }
const MAX_TYPED = 100

function addPlaceRoutes(app: App, search: Search): void {
  const ByType = Type.Pick(contract.PostsQuery, ['type'])
  const counts = { querystring: ByType, response: { 200: Type.Array(contract.CityCount), ...refused } }
  app.get('/posts/cities', { schema: counts }, (request) =>
    search.cities(choiceOf(request.query, 'type', POST_TYPES), clientOf(request)),
  )

  const suggestions = { querystring: contract.PlacesQuery, response: { 200: Type.Array(contract.Place), ...refused } }
  app.get('/posts/places', { schema: suggestions }, (request) => {
    const { query } = request
    const q = textOf(query, 'q')
    if (q !== null && q.length > MAX_TYPED)
      refuse('q', q, `the beginning of a place's name, of at most ${MAX_TYPED} characters`)
    return search.suggest(q, integerOf(query, 'limit', SUGGESTED) ?? SUGGESTED.usual, clientOf(request))
  })
}

const PLACE_WANTED = 'the name of a place: what is near to it is asked'

function addNearbyRoute(app: App, search: Search): void {
  const nearby = { querystring: contract.NearbyQuery, response: { 200: Type.Array(contract.NearbyPlace), ...refused } }
  app.get('/posts/nearby', { schema: nearby }, (request) => {
    const { city, ...others } = readPostFilters(request.query)
    if (city === null) refuse('city', request.query.city, PLACE_WANTED)
    return search.nearby({ ...others, city }, clientOf(request))
  })
}

function addSitemapRoutes(app: App, sitemap: Sitemap): void {
  app.get('/posts/sitemap', { schema: { response: { 200: SitemapPages, ...refused } } }, () => sitemap.pages())

  const lines = Type.Unsafe<Buffer>(Type.String())
  const one = { params: Type.Object({ page: Type.String() }), response: { 200: lines, ...refused } }
  app.get('/posts/sitemap/:page', { schema: one }, async (request, reply) => {
    const lines = await sitemap.lines(request.params.page)
    if (lines === null) throw new AppError('NOT_FOUND', 'Sitemap page not found')
    return sendPacked(request, reply.type('text/plain; charset=utf-8'), lines)
  })
}
