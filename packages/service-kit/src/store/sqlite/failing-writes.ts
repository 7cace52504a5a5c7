import { dirname } from 'node:path'
import { probeFolder } from '../../disk.ts'
import { isBusy, isStorageFailure } from './errors.ts'

/** Writes page 1 of a database as it is. */
export const PROBE = 'PRAGMA application_id = 0'

/** More than any write of a person: a full disk still takes small ones, where the log had room already. */
const ROOM_BYTES = 1_000_000

export interface FailingWrites {
  /** Runs a write, and remembers if the disk fails it. */
  during<R>(write: () => R): R
  /** After such a failure, until there is room and `probe` passes: throws what fails, since nobody else may write meanwhile. */
  check(probe: () => Promise<void>): Promise<void>
}

/** @param file the database */
export function rememberFailure(file: string): FailingWrites {
  let hasFailed = false
  return {
    during(write) {
      try {
        return write()
      } catch (error) {
        hasFailed ||= isStorageFailure(error) && !isBusy(error)
        throw error
      }
    },
    async check(probe) {
      if (!hasFailed) return
      await probeFolder(dirname(file), Buffer.alloc(ROOM_BYTES))
      await probe()
      hasFailed = false
    },
  }
}
