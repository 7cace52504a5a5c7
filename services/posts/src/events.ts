import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
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
  now: () => Date
}

export function followRemovals({ bus, reports, views, now }: Removals): Promise<Subscription> {
  return bus.subscribe({
    durable: 'posts-reports',
    subjects: ['post.removed'],
    async handle({ data: { id } }) {
      await Promise.all([reports.handleAll(id, now()), views.forget(id)])
    },
  })
}
