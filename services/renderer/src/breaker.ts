import { LRUCache } from 'lru-cache'

/** How often in a row a release may throw: one listing of many may be what it cannot render. */
const MOST_ERRORS = 5
const FIRST_PAUSE_MS = 30_000
const LAST_PAUSE_MS = 600_000
const MOST_RELEASES = 200

export interface Breaker {
  isOpen(release: string): boolean
  /** `isFatal`: once is enough, as where it has cost a process. */
  failed(release: string, isFatal: boolean): void
  succeeded(release: string): void
}

interface State {
  errors: number
  pauses: number
  until: number
}

/** Keeps a release that fails from being tried for each page: longer after each time. */
export function createBreaker(now: () => number): Breaker {
  const states = new LRUCache<string, State>({ max: MOST_RELEASES })
  return {
    isOpen: (release) => (states.get(release)?.until ?? 0) > now(),
    failed(release, isFatal) {
      const { errors, pauses, until } = states.get(release) ?? { errors: 0, pauses: 0, until: 0 }
      const isOver = isFatal || errors + 1 >= MOST_ERRORS
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** pauses, LAST_PAUSE_MS)
      states.set(
        release,
        isOver ? { errors: 0, pauses: pauses + 1, until: now() + pauseMs } : { errors: errors + 1, pauses, until },
      )
    },
    succeeded: (release) => void states.delete(release),
  }
}
