import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { promisify } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'

/** Checked in some 150 ms, or 700 from a cold disk; the 1.6 GB of a million listings take 2.4 s, or 17. */
const SMALL_BYTES = 64 * 1024 * 1024

const CHECK = 'PRAGMA quick_check(1)'

/** What is wrong with a database, or null. Looks at every page of a small one; `checkLarge` does for a large one. */
export async function damageOf(path: string): Promise<string | null> {
  const size = await sizeOf(path)
  if (size === 0) return null
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    if (size <= SMALL_BYTES) return wordsOf(database.prepare(CHECK).get())
    return (await sizeOf(`${path}-wal`)) > 0 ? null : cutOff(database, size)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    database.close()
  }
}

function cutOff(database: InstanceType<typeof DatabaseSync>, size: number): string | null {
  const { page_count: count } = database.prepare('PRAGMA page_count').get()
  const { page_size: bytes } = database.prepare('PRAGMA page_size').get()
  return size < count * bytes ? `it has ${size} bytes of ${count * bytes}` : null
}

function wordsOf({ quick_check: words }: { quick_check: string }): string | null {
  return words === 'ok' ? null : words.replaceAll('\n', ' ')
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0
}

const SCRIPT = `
  const { DatabaseSync } = require(process.argv[1])
  process.stdout.write(new DatabaseSync(process.argv[2], { readOnly: true }).prepare('${CHECK}').get().quick_check)`

/**
 * As `damageOf`, of every page of a large database; null at once for others. In a process of low priority, which, unlike
 * a thread inside SQLite, can be ended at any time.
 */
export async function checkLarge(path: string, signal: AbortSignal): Promise<string | null> {
  if ((await sizeOf(path)) <= SMALL_BYTES) return null
  const sqlite = createRequire(import.meta.url).resolve('@photostructure/sqlite')
  const checking = promisify(execFile)(process.execPath, ['-e', SCRIPT, sqlite, path], { signal })
  if (checking.child.pid !== undefined) setPriority(checking.child.pid, constants.priority.PRIORITY_LOW)
  try {
    return wordsOf({ quick_check: (await checking).stdout })
  } catch (error) {
    if (signal.aborted) return null
    const { stderr = '' } = error as Error & { stderr?: string }
    // Only SQLite finds damage: the process may have been killed, or have found no memory or a lock.
    if (!stderr.includes('ERR_SQLITE_ERROR') || stderr.includes('is locked')) return null
    return /^\w*Error: .*$/m.exec(stderr)?.[0] ?? null
  }
}
