import type { PublicUser } from './users.ts'

/** What happened, by subject: published at least once, durable, each with its document's `rev`. */
export interface Events {
  'user.changed': PublicUser & { rev: number }
}

/** The few questions services ask each other on the bus: request and reply. */
export interface Requests {
  'users.find': { ask: { ids: string[] }; reply: PublicUser[] }
}
