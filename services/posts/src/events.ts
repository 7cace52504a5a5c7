import { setImmediate as breathe } from 'node:timers/promises'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import type { Reports } from './reports.ts'
import type { PostStore } from './store.ts'

/** So many listings at a time, so that in the embedded form other requests get their turn in between. */
const PIECE = 200
const ACK_WAIT_MS = 120_000

/**
 * Keeps the owners' copies in step with users. Safe to run twice and in any order: only copies older than the event are
 * renewed, so an attempt that was cut short goes on where it stopped.
 */
export function followUsers(bus: Bus, posts: PostStore): Promise<Subscription> {
  return bus.subscribe({
    durable: 'posts-owners',
    subjects: ['user.changed'],
    ackWaitMs: ACK_WAIT_MS,
    async handle({ data: { rev, id, username, avatar } }) {
      while ((await posts.renewOwner({ id, username, avatar }, rev, PIECE)) === PIECE) await breathe()
    },
  })
}

/** Whoever takes a listing down, and however it ends: nobody needs to look at what was reported of it any more. */
export function closeReports({
  bus,
  reports,
  now,
}: {
  bus: Bus
  reports: Reports
  now: () => Date
}): Promise<Subscription> {
  return bus.subscribe({
    durable: 'posts-reports',
    subjects: ['post.removed'],
    handle: async ({ data: { id } }) => void (await reports.handleAll(id, now())),
  })
}
