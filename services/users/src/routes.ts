import { MessageAnswer } from '@aangan/contracts/accounts'
import { ErrorBody } from '@aangan/contracts/errors'
import { isId } from '@aangan/contracts/ids'
import { COUNT_LIMIT, POST_NOT_FOUND, SAVED_MESSAGE, UNSAVED_MESSAGE } from '@aangan/contracts/post-constants'
import { ProfilePosts } from '@aangan/contracts/posts'
import { ProfileUpdate, SaveBody, SavedIds, Session, User, UsersQuery } from '@aangan/contracts/users'
import { clientOf } from '@aangan/service-kit/client'
import { AppError } from '@aangan/service-kit/errors'
import { createFairQueue } from '@aangan/service-kit/fair-queue'
import { type Identity, requireIdentity, signedInOnly } from '@aangan/service-kit/identity'
import { pageHeaders } from '@aangan/service-kit/paging'
import type { App } from '@aangan/service-kit/server'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Profiles } from './profiles.ts'
import { cursorBehind, keptParams, notFound, ownOnly, readUserSearch, toReplyTime, toSession, toUser } from './rules.ts'
import type { UserStore } from './store.ts'
import type { UserDoc } from './user.ts'

const refused = { '4xx': ErrorBody }
const MOST_SAVED = 2_000
/** Less than the gateway's. */
const PATIENCE_MS = 8_000

/** Excludes the names of static routes, on which other methods are then 405. */
export const USER = '/users/:id(^(?!(?:session|profilePosts|saved|notification|save|searches|data)$).*$)'
/** The response depends on the reader. */
const PERSONAL = 'private, no-cache'
export const ById = Type.Object({ id: Type.String() })

export function addUserRoutes(app: App, { users, profiles }: { users: UserStore; profiles: Profiles }): void {
  const list = { querystring: UsersQuery, response: { 200: Type.Array(User), ...refused } }
  app.get('/users', { schema: list }, async ({ query, identity }, reply) => {
    const search = readUserSearch(query)
    const [found, total] = await Promise.all([users.page(search), users.count(search)])
    const page = found.slice(0, search.limit)
    const last = found.length > page.length ? page.at(-1) : undefined
    const counted = total > COUNT_LIMIT ? `${COUNT_LIMIT}+` : total
    reply.headers({
      ...pageHeaders('/users', keptParams(query), { total: counted, next: last ? cursorBehind(last) : null }),
      'cache-control': PERSONAL,
    })
    const ids = search.agents ? page.map(({ _id }) => _id) : []
    const [counts, minutes] = await Promise.all([profiles.liveListings(ids), profiles.replyMinutes(ids)])
    return page.map((user) => ({
      ...toUser(user, identity),
      liveListings: counts[user._id],
      repliesWithin: toReplyTime(minutes[user._id]),
    }))
  })

  // For a union, Fastify's serializer would run a validator of each kind.
  const session = { schema: { response: { 200: Session } }, serializerCompiler: () => JSON.stringify }
  app.get('/users/session', session, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { identity, isIdentityKnown } = request
    if (!isIdentityKnown) return { status: 'unknown' as const }
    const user = identity && (await profiles.find(identity.id))
    return toSession(user, identity)
  })

  // With long descriptions it is megabytes.
  const busy = 'Your homes are still being loaded. Try again in a moment.'
  const turn = createFairQueue({ atOnce: 2, atOnceEach: 1, waiting: 200, patienceMs: PATIENCE_MS, busy })
  app.get(
    '/users/profilePosts',
    { schema: { response: { 200: ProfilePosts, ...refused } } },
    async (request, reply) => {
      const person = requireIdentity(request)
      reply.header('cache-control', 'no-store')
      return await turn(() => profiles.profilePosts(person), { ...clientOf(request), address: person.id })
    },
  )

  app.get('/users/saved', { schema: { response: { 200: SavedIds, ...refused } } }, async (request, reply) => {
    const { id } = requireIdentity(request)
    reply.header('cache-control', 'no-store')
    return { ids: await users.saved.of(id, MOST_SAVED) }
  })

  app.get(
    '/users/notification',
    { schema: { response: { 200: Type.Integer(), ...refused } } },
    async (request, reply) => {
      const person = requireIdentity(request)
      reply.header('cache-control', 'no-store')
      return await profiles.unreadChats(person)
    },
  )

  const save = { body: SaveBody, response: { 200: MessageAnswer, ...refused } }
  app.post('/users/save', { schema: save, preValidation: signedInOnly }, async (request) => {
    const { id } = requireIdentity(request)
    const { postId } = request.body
    if (!isId(postId)) throw new AppError('NOT_FOUND', POST_NOT_FOUND)
    const isSaved = await profiles.toggleSaved(id, postId)
    return { message: isSaved ? SAVED_MESSAGE : UNSAVED_MESSAGE }
  })

  async function profileOf(user: UserDoc | null, reader: Identity | null): Promise<User> {
    if (user === null) throw notFound()
    const minutes = await profiles.replyMinutes([user._id])
    return { ...toUser(user, reader), repliesWithin: toReplyTime(minutes[user._id]) }
  }

  const one = { params: ById, response: { 200: User, ...refused } }
  app.get(USER, { schema: one }, async ({ params: { id }, identity }, reply) => {
    reply.header('cache-control', PERSONAL)
    return await profileOf(isId(id) ? await profiles.find(id) : null, identity)
  })

  // By the listing's id: whoever shows a listing can ask before it has come.
  app.get('/users/owner-of/:id', { schema: one }, async ({ params: { id }, identity }, reply) => {
    reply.header('cache-control', PERSONAL)
    return await profileOf(isId(id) ? await profiles.ownerOf(id) : null, identity)
  })

  const update = { params: ById, body: ProfileUpdate, response: { 200: User, ...refused } }
  app.put(USER, { schema: update, preValidation: requireSelf }, async (request) => {
    const identity = requireIdentity(request)
    return toUser(await profiles.update(identity, request.body, clientOf(request).address), identity)
  })
}

/** Runs before body validation, so that others cannot probe it. */
export async function requireSelf(request: FastifyRequest): Promise<void> {
  ownOnly(requireIdentity(request), Object(request.params).id)
}
