import { isId } from '@aangan/contracts/ids'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import { AppError } from '@aangan/service-kit/errors'
import type { IdentityVerifier } from '@aangan/service-kit/identity'
import { checkUploads } from '@aangan/service-kit/uploads-asked'
import type { Profiles } from './profiles.ts'
import { toPublicUser } from './rules.ts'
import type { UserStore } from './store.ts'

const MOST = 500
const CHUNK_SIZE = 200

/** Idempotent and order-independent: an older account changes nothing. */
export function followAccounts(bus: Bus, users: UserStore): Promise<Subscription> {
  return bus.subscribe({
    durable: 'users-accounts',
    subjects: ['account.changed'],
    handle: async ({ data }) => void (await users.arrive(data)),
  })
}

export function forgetRemoved(bus: Bus, users: UserStore): Promise<Subscription> {
  return bus.subscribe({
    durable: 'users-saved',
    subjects: ['post.removed'],
    async handle({ data }) {
      while ((await users.saved.forget(data.id, CHUNK_SIZE)) === CHUNK_SIZE);
    },
  })
}

export function answerSaved(bus: Bus, users: UserStore, verifier: IdentityVerifier): Promise<Subscription> {
  return bus.respond('users.saved', verifier, async ({ postIds }, { id }) => {
    if (!Array.isArray(postIds) || postIds.length > MOST) {
      throw new AppError('BAD_REQUEST', `users.saved takes { postIds }: at most ${MOST} ids`)
    }
    return await users.saved.among(id, postIds)
  })
}

/** Omits unknown ids; more than MOST are BAD_REQUEST. */
export function answerFind(bus: Bus, profiles: Profiles): Promise<Subscription> {
  return bus.respond('users.find', async ({ ids }) => {
    if (!Array.isArray(ids) || ids.length > MOST || !ids.every(isId)) {
      throw new AppError('BAD_REQUEST', `users.find takes { ids }: at most ${MOST} ids of 24 hex digits`)
    }
    return (await profiles.findMany(ids)).map((user) => ({ ...toPublicUser(user), rev: user.rev }))
  })
}

export function answerPictures(bus: Bus, users: UserStore): Promise<Subscription> {
  return bus.respond('users.using-pictures', ({ uploads }) => users.picturesAmong(checkUploads(uploads)))
}
