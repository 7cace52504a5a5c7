import { MAX_NEW } from '@aangan/contracts/account-constants'
import { isId } from '@aangan/contracts/ids'
import type { OwnPost, PostsQuery } from '@aangan/contracts/posts'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import { AppError } from '@aangan/service-kit/errors'
import type { IdentityVerifier } from '@aangan/service-kit/identity'
import { cursorOf, positionOf, timeValue } from '@aangan/service-kit/paging'
import { refuse } from '@aangan/service-kit/query'
import { checkUploads } from '@aangan/service-kit/uploads-asked'
import { type ListingDoc, toDetail, toPost } from './listing.ts'
import { isVisibleTo, readSearch } from './rules.ts'
import type { Search } from './search/search.ts'
import type { PostStore } from './store.ts'
import type { ViewStore } from './views.ts'

const MOST = 500
/** A message on the bus holds 1,000,000. */
const MAX_REPLY_BYTES = 900_000

interface BusRequestParts {
  bus: Bus
  identity: IdentityVerifier
  posts: PostStore
  search: Search
  views: ViewStore
}

/** Bus requests of other services. Unknown, removed and unpublished ids are omitted; more than MOST are BAD_REQUEST. */
export async function respondToBusRequests(parts: BusRequestParts): Promise<Subscription[]> {
  const { bus, posts, search, views } = parts
  return [
    await bus.respond('posts.find-many', async ({ ids }) => {
      const found = await posts.findMany(checkIds('posts.find-many', ids))
      return found.filter(isPublic).map((listing) => ({ ...toPost(listing), rev: listing.rev }))
    }),
    await bus.respond('posts.find-details', async ({ ids }) => {
      const byId = new Map((await posts.findMany(checkIds('posts.find-details', ids))).map((one) => [one._id, one]))
      const known = ids.flatMap((id) => byId.get(id) ?? [])
      const fit = fitting()(known.filter(isPublic).map(toOwnPost))
      const last = fit.at(-1)?.id
      const isAll = fit.length === known.filter(isPublic).length
      return { posts: fit, rest: isAll || last === undefined ? [] : ids.slice(ids.indexOf(last) + 1) }
    }),
    await bus.respond('posts.of-owner', parts.identity, async ({ skip }, { id }) => {
      const found: OwnPost[] = []
      const fit = fitting()
      for await (const own of posts.ofOwner(id, { skip, limit: MOST })) {
        const totals = await views.totals(own.map(({ _id }) => _id))
        const some = fit(own.map((listing) => ({ ...toOwnPost(listing), views: totals.get(listing._id) ?? 0 })))
        found.push(...some)
        if (some.length < own.length) return { posts: found, more: true }
      }
      return { posts: found, more: false }
    }),
    await bus.respond('posts.find-new', async ({ search: text, since, limit, after }) => {
      const query = readQueryString(text)
      if (timeValue(String(since)) === null) refuse('since', since, 'a time like 2026-11-22T10:00:00.000Z')
      const begin = after === undefined ? null : positionOf(after, 'newest', timeValue)
      const wanted = { ...readSearch(query), sort: 'newest', since: Date.parse(since), after: begin } as const
      const { ids, total, end, meaning } = await search.page({ ...wanted, limit: Math.min(limit, MAX_NEW) })
      // They may name a place without homes, until it has one: of homes elsewhere nobody asked to hear.
      if (meaning?.leftOut) return { posts: [], total: 0 }
      const found = await posts.findInOrder(ids)
      const fit = fitting()(found.map(toPost))
      const last = fit.length < found.length ? fit.at(-1) : undefined
      const position = last ? { value: last.createdAt, id: last.id } : end
      return { posts: fit, total: Math.min(total, MAX_NEW), ...(position && { next: cursorOf('newest', position) }) }
    }),
    await bus.respond('posts.using-pictures', ({ uploads }) => posts.picturesAmong(checkUploads(uploads))),
    await bus.respond('posts.count-live', async ({ userIds }) => {
      const ids = checkIds('posts.count-live', userIds)
      const counts = await Promise.all(ids.map((id) => posts.countLive(id)))
      return Object.fromEntries(ids.map((id, at) => [id, counts[at] ?? 0]))
    }),
  ]
}

/** Throws BAD_REQUEST for a repeated parameter, as `GET /posts` does. */
function readQueryString(text: unknown): PostsQuery {
  const params = new URLSearchParams(String(text))
  for (const name of new Set(params.keys())) {
    const given = params.getAll(name)
    if (given.length > 1) refuse(name, given, 'given only once')
  }
  return Object.fromEntries(params)
}

function isPublic(listing: ListingDoc): boolean {
  return isVisibleTo(listing, null)
}

/** The first ones that a reply holds together. */
function fitting() {
  let room = MAX_REPLY_BYTES
  return <T>(all: T[]): T[] => {
    const beyond = all.findIndex((one) => {
      room -= Buffer.byteLength(JSON.stringify(one)) + 1
      return room < 0
    })
    return beyond === -1 ? all : all.slice(0, beyond)
  }
}

function checkIds(subject: string, ids: unknown): string[] {
  if (Array.isArray(ids) && ids.length <= MOST && ids.every(isId)) return ids
  throw new AppError('BAD_REQUEST', `${subject} takes at most ${MOST} ids of 24 hex digits`)
}

function toOwnPost(listing: ListingDoc): OwnPost {
  return { ...toPost(listing), postDetail: toDetail(listing) }
}
