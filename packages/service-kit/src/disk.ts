import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from './errors.ts'
import { isDamaged, isFullDatabase } from './store/sqlite/errors.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])
/** Read-only, broken, or out of descriptors. */
const FAILING = new Set(['EROFS', 'EIO', 'EMFILE', 'ENFILE'])
const MONGO_OUT_OF_DISK = 14031
const DEPTH = 8

/** Status of what is refused, and of `/healthz`, while there is no room. */
export const DISK_FULL = 507

/** Shown to visitors. */
const NO_ROOM = 'Nothing can be saved right now, because our storage is full. Try again in a few minutes.'

/** Whether a store, a folder or MongoDB has no room for what was to be written. The causes of an error count too. */
export function isDiskFull(error: unknown, depth = DEPTH): boolean {
  if (!(error instanceof Error) || depth === 0) return false
  const { code, cause, errorResponse } = error as Error & { code?: unknown; errorResponse?: unknown }
  if (FULL.has(String(code)) || isFullDatabase(error)) return true
  if (error.name.startsWith('Mongo') && code === MONGO_OUT_OF_DISK) return true
  const inner = error instanceof AggregateError ? error.errors : [cause, errorResponse]
  return inner.some((each) => isDiskFull(each, depth - 1))
}

/** Adds what an operator can do to a message about a full disk or a damaged database; returns any other as it is. */
export function withAdvice(message: string, error: unknown): string {
  const isFull = isDiskFull(error)
  if (!isFull && !isDamage(error)) return message
  const advice = isFull ? 'free some space' : 'stop the site, and restore the file from a backup (docs/operations.md)'
  return `${message}: ${advice}, then try again`
}

function isDamage(error: unknown, depth = DEPTH): boolean {
  return error instanceof Error && depth > 0 && (isDamaged(error) || isDamage(error.cause, depth - 1))
}

/** Whether the system has refused to read or write a file, for a reason that may pass. */
export function isDiskFailing(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error && FAILING.has(String(error.code))
}

/** What this process may still write on the disk of `folder`, in bytes. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Throws the system's error if it cannot be written to `folder`. On a full disk an empty file often can. */
export async function probeFolder(folder: string, content: string | Buffer): Promise<void> {
  const probe = join(folder, `.probe-${process.pid}`)
  try {
    await writeFile(probe, content)
  } finally {
    await rm(probe, { force: true })
  }
}

/** 507, with words for visitors. */
export function diskFull(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', NO_ROOM, { status: DISK_FULL, cause })
}
