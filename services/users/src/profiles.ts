import { POST_NOT_FOUND } from '@aangan/contracts/post-constants'
import type { OwnPost, ProfilePosts } from '@aangan/contracts/posts'
import { isBlank } from '@aangan/contracts/text/characters'
import type { ProfileUpdate } from '@aangan/contracts/users'
import { askInChunks } from '@aangan/service-kit/ask-in-chunks'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import type { Identity } from '@aangan/service-kit/identity'
import type { Parts } from '@aangan/service-kit/parts'
import { limitChanges } from './limits.ts'
import { checkAgent, checkAvatar, notFound } from './rules.ts'
import type { UserStore } from './store.ts'
import type { UserDoc } from './user.ts'

const WAIT_MS = 3_000
/** Of a new or a checked password, which may wait for its turn. Shorter than the gateway's patience (10 s). */
export const PASSWORD_WAIT_MS = 8_000
/** Profiles are served without figures that take longer. */
const FIGURE_WAIT_MS = 1_000
const MOST_POSTS = 500
/** Other requests are answered between two of these. */
const DETAILS_AT_ONCE = 25

export type Profiles = ReturnType<typeof createProfiles>

export function createProfiles({ users, bus, log, now }: { users: UserStore } & Pick<Parts, 'bus' | 'log' | 'now'>) {
  const ask = { timeoutMs: WAIT_MS }
  const limited = limitChanges(now)

  async function findMany(ids: string[]): Promise<UserDoc[]> {
    const found = await users.findMany(ids)
    const known = new Set(found.map(({ _id }) => _id))
    const missing = ids.filter((id) => !known.has(id))
    if (missing.length === 0) return found
    // New accounts whose event has not arrived yet.
    const accounts = await askInChunks(missing, (some) => bus.request('accounts.find', { ids: some }, ask))
    const arrived = await Promise.all(accounts.map((account) => users.arrive(account)))
    return [...found, ...arrived.filter((user) => user !== null)]
  }

  async function postsOf(person: Identity): Promise<OwnPost[]> {
    const own: OwnPost[] = []
    for (let more = true; more; ) {
      const reply = await bus.request('posts.of-owner', { skip: own.length }, { ...ask, as: person })
      own.push(...reply.posts)
      more = reply.more
    }
    return own
  }

  /** Those that still exist, in no particular order. */
  async function findListings(ids: string[]): Promise<OwnPost[]> {
    const found: OwnPost[] = []
    for (let next = 0; next < ids.length; ) {
      const some = ids.slice(next, next + DETAILS_AT_ONCE)
      const { posts, rest } = await bus.request('posts.find-details', { ids: some }, ask)
      found.push(...posts)
      next += some.length - rest.length
    }
    return found
  }

  async function find(id: string): Promise<UserDoc | null> {
    return (await findMany([id]))[0] ?? null
  }

  /** Empty if the other service is unavailable. */
  async function figuresOf(
    question: 'posts.count-live' | 'chats.reply-times',
    userIds: string[],
  ): Promise<Record<string, number>> {
    if (userIds.length === 0) return {}
    try {
      return await bus.request(question, { userIds }, { timeoutMs: FIGURE_WAIT_MS })
    } catch (error) {
      log.warn({ err: error, question }, 'could not fetch a profile figure; omitting it')
      return {}
    }
  }

  return {
    find,
    findMany,
    findListings,

    /** Null if the listing is not public, too. */
    async ownerOf(postId: string): Promise<UserDoc | null> {
      const [post] = await bus.request('posts.find-many', { ids: [postId] }, ask)
      return post ? await find(post.userId) : null
    },

    /** Throws CONFLICT and FORBIDDEN with a message for the form, BAD_REQUEST naming the field. */
    async update(person: Identity, body: ProfileUpdate, address: string): Promise<UserDoc> {
      const { id } = person
      const before = await find(id)
      if (before === null) throw notFound()
      const avatar = newAvatar(body, before)
      const agent = body.agent === undefined ? undefined : checkAgent(body.agent)
      const { username, email, password, currentPassword } = body
      const account = {
        ...(username && !isBlank(username) && { username }),
        ...(email && !isBlank(email) && { email }),
        ...(password && { password }),
      }
      const asker = { ...(currentPassword && { currentPassword }), address }
      const own = { ...(avatar !== undefined && { avatar }), ...(agent !== undefined && { agent }) }
      const change = async () => {
        if (Object.keys(account).length > 0) {
          const patience = { timeoutMs: PASSWORD_WAIT_MS, as: person }
          await users.arrive(await bus.request('accounts.change', { ...account, ...asker }, patience))
        }
        return Object.keys(own).length > 0 ? await users.change(id, own) : await users.find(id)
      }
      const isLimited = account.username !== undefined || avatar !== undefined
      const changed = await (isLimited ? limited(id, change) : change())
      if (changed === null) throw notFound()
      return changed
    },

    async profilePosts(person: Identity): Promise<ProfilePosts> {
      const [userPosts, ids] = await Promise.all([postsOf(person), users.saved.of(person.id, MOST_POSTS)])
      const byId = new Map((await findListings(ids)).map((post) => [post.id, post]))
      return { userPosts, savedPosts: ids.flatMap((id) => byId.get(id) ?? []) }
    },

    /** Returns whether the listing is saved now. Throws NOT_FOUND for an unknown listing. */
    async toggleSaved(userId: string, postId: string): Promise<boolean> {
      // A removed listing can still be unsaved.
      const [isSaved] = await users.saved.among(userId, [postId])
      if (isSaved === undefined && (await bus.request('posts.find-many', { ids: [postId] }, ask)).length === 0)
        throw new AppError('NOT_FOUND', POST_NOT_FOUND)
      return await users.saved.toggle(userId, postId, now())
    },

    liveListings: (userIds: string[]) => figuresOf('posts.count-live', userIds),

    replyMinutes: (userIds: string[]) => figuresOf('chats.reply-times', userIds),

    /** 0 while chats is unavailable, which hides the badge. */
    async unreadChats(person: Identity): Promise<number> {
      try {
        return await bus.request('chats.unread', undefined, { ...ask, as: person })
      } catch (error) {
        if (!isAppError(error) || error.code !== 'UNAVAILABLE') throw error
        log.debug({ err: error }, 'chats is unavailable; reporting 0 unread chats')
        return 0
      }
    },
  }
}

/** Undefined to leave it: clients may send back the one they got, whatever was allowed when it was stored. */
function newAvatar({ avatar, removeAvatar }: ProfileUpdate, before: UserDoc): string | null | undefined {
  if (removeAvatar) return null
  return avatar && avatar !== before.avatar ? checkAvatar(avatar) : undefined
}
