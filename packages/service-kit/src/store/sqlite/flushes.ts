import { open } from 'node:fs/promises'
import { AppError, PART_UNAVAILABLE } from '../../errors.ts'
import { rememberFiles } from '../../same-files.ts'
import { isBusy } from './errors.ts'

export interface Flushes {
  /** The database. */
  file: string
  /** Call after each commit of this process. */
  wrote(): void
  /**
   * Resolves once all commits so far, of any process, would survive a power cut.
   * @throws AppError UNAVAILABLE once a flush has failed, for good: the system reports lost pages only once. Or once the
   * files were removed
   */
  flushed(): Promise<void>
  /** Throws an AppError UNAVAILABLE if the files were removed or replaced. */
  checkFiles(): void
  close(): Promise<void>
}

/**
 * Flushes the write-ahead log of `file` in Node's thread pool. Commits made while the disk is busy share the next flush.
 * `dataVersion` is SQLite's, which changes with each commit of another connection. The log must exist.
 */
export async function openFlushes(file: string, dataVersion: () => number): Promise<Flushes> {
  const log = await open(`${file}-wal`, 'r+')
  const checkFiles = rememberFiles([file, `${file}-wal`, `${file}-shm`])
  let seen: number | undefined
  let isDirty = true
  let current: Promise<void> = Promise.resolve()
  let queued: Promise<void> | null = null

  function noteOthers(): void {
    try {
      const version = dataVersion()
      isDirty ||= version !== seen
      seen = version
    } catch (error) {
      if (!isBusy(error)) throw error
      isDirty = true
    }
  }

  async function write(): Promise<void> {
    try {
      await log.datasync()
    } catch (cause) {
      throw new AppError('UNAVAILABLE', PART_UNAVAILABLE, {
        cause: new Error(`${file}-wal could not be flushed; check its disk, then restart`, { cause }),
      })
    }
    checkFiles()
  }

  async function flush(): Promise<void> {
    await current
    queued = null
    isDirty = false
    current = write()
    await current
  }

  return {
    file,
    checkFiles,
    wrote() {
      isDirty = true
    },
    async flushed() {
      noteOthers()
      if (isDirty) queued ??= flush()
      await (queued ?? current)
    },
    async close() {
      await Promise.allSettled([current, queued])
      await log.close()
    },
  }
}
