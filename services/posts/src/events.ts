import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import type { RemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import type { Reports } from './reports.ts'
import type { PostStore } from './store.ts'
import type { ViewStore } from './views.ts'

const ACK_WAIT_MS = 120_000

/** Idempotent and order-independent: only copies older than the event are updated, so a retry resumes. */
export function followUsers(bus: Bus, posts: PostStore): Promise<Subscription> {
  return bus.subscribe({
    durable: 'posts-owners',
    subjects: ['user.changed'],
    ackWaitMs: ACK_WAIT_MS,
    async handle({ data: { rev, id, username, avatar } }) {
      await posts.renewOwner({ id, username, avatar }, rev)
    },
  })
}

interface Removals {
  bus: Bus
  reports: Reports
  views: ViewStore
  removed: RemovedAccounts
  now: () => Date
}

export function followRemovals({ bus, reports, views, removed, now }: Removals): Promise<Subscription> {
  const close = async (id: string, userId: string) =>
    (await removed.has(userId)) ? reports.forgetPost(id) : reports.handleAll(id, now())
  return bus.subscribe({
    durable: 'posts-reports',
    subjects: ['post.removed'],
    async handle({ data: { id, userId } }) {
      await Promise.all([close(id, userId), views.forget(id)])
    },
  })
}
