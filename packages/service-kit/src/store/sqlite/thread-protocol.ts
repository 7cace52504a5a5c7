import type { READS } from './read.ts'

export interface OpenStore {
  id: number
  file: string
}

let lastStore = 0

export function openStoreOf(file: string): OpenStore {
  lastStore += 1
  return { id: lastStore, file }
}

export interface Question {
  id: number
  store: OpenStore
  read: keyof typeof READS | 'checkpoint'
  collection: string
  args: unknown[]
  limitMs: number
}

export type ToThread = Question | { close: number }

export type FromThread =
  | { kind: 'ready' }
  | { kind: 'value'; id: number; value: unknown }
  | { kind: 'error'; id: number; error: Error; name: string; code: unknown }
  | { kind: 'cut'; id: number }
  | { kind: 'closed'; store: number }

/**
 * Indexes into shared memory, since a thread inside SQLite receives no messages. Terminating it there would abort the
 * whole process: the binding throws in C++ once Node refuses its calls.
 */
export const BUSY = 0
export const STOP = 1
export const STOP_ALL = -1
