import type { READS } from './read.ts'

/** A store that this process has open: one that is opened twice is two. */
export interface OpenStore {
  id: number
  file: string
}

/** A read that a thread is asked for. */
export interface Question {
  id: number
  store: OpenStore
  read: keyof typeof READS
  collection: string
  args: unknown[]
  /** How long it may take once the thread has begun. */
  limitMs: number
}

export type ToThread = Question | { close: number }

export type FromThread =
  | { kind: 'ready' }
  | { kind: 'value'; id: number; value: unknown }
  | { kind: 'error'; id: number; error: Error; name: string; code: unknown }
  /** It passed its limit, or was stopped. */
  | { kind: 'cut'; id: number }
  | { kind: 'closed'; store: number }

/**
 * Places in memory that both sides see, since a thread inside SQLite receives no messages. To terminate it there would
 * abort the whole process: the binding throws in C++ once Node refuses its calls.
 */
export const BUSY = 0
/** Holds the id of the read to stop. */
export const STOP = 1
export const STOP_ALL = -1
