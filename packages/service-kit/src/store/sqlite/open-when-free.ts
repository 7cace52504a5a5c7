import { setTimeout as pause } from 'node:timers/promises'
import { isBusy } from './errors.ts'

const ATTEMPTS = 50
const RETRY_MS = 100

/** Repeats `open` while it clashes: switching to WAL ignores the busy timeout, so processes that start together may. */
export async function openWhenFree<T>(open: () => T): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return open()
    } catch (error) {
      if (!isBusy(error) || attempt === ATTEMPTS) throw error
    }
    await pause(RETRY_MS)
  }
}
