import { isBusy, isStorageFailure } from './errors.ts'

/** Writes page 1 of a database as it is. */
export const PROBE = 'PRAGMA application_id = 0'

export interface FailingWrites {
  /** Runs a write, and remembers whether the disk has failed it. */
  during<R>(write: () => R): R
  /** Whether it failed the last one: then a ping tries `PROBE`, since nobody else may write meanwhile. */
  readonly hasFailed: boolean
}

export function rememberFailure(): FailingWrites {
  let hasFailed = false
  return {
    during(write) {
      try {
        const result = write()
        hasFailed = false
        return result
      } catch (error) {
        hasFailed ||= isStorageFailure(error) && !isBusy(error)
        throw error
      }
    },
    get hasFailed() {
      return hasFailed
    },
  }
}
