import { link, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '@aangan/service-kit/durable-files'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { auditFile, readLine } from './audit.ts'
import { TABS_MS } from './collect.ts'

/** It is read as a whole for each rollback and status. */
export const MOST_BYTES = 1_000_000
/** Of each name, action and channel: more than a status shows. */
const KEPT_LINES = 200

/**
 * Moves a large audit to `audit-<day>.jsonl`, at most once a day, under the lock of publications. What is needed of it
 * stays in `audit.jsonl`: the last lines of each name, and those of what open tabs may have.
 */
export async function rotateAudit(dir: string, now = Date.now()): Promise<void> {
  const path = auditFile(dir)
  const { size } = await stat(path).catch(ifMissing({ size: 0 }))
  if (size < MOST_BYTES) return
  // A second name for the same file: whatever another process appends meanwhile, or after a kill here, is in it.
  const isFirst = await link(path, join(dir, `audit-${new Date(now).toISOString().slice(0, 10)}.jsonl`)).then(
    () => true,
    ifThere(false),
  )
  if (isFirst) await writeDurably(path, neededLines(await readFile(path, 'utf8'), now))
}

function neededLines(text: string, now: number): string {
  const counts = new Map<string, number>()
  const isNeeded = (text: string) =>
    readLine(text).some(({ name, action, channel, at }) => {
      // By action, so that many refusals or pins take away neither the reason of a withdrawal nor the version before.
      const key = `${name} ${action} ${channel}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count <= KEPT_LINES || now - Date.parse(at) < TABS_MS
    })
  const newestFirst = text.split('\n').reverse().filter(isNeeded)
  return newestFirst
    .reverse()
    .map((line) => `${line}\n`)
    .join('')
}

function ifThere<T>(fallback: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'EEXIST') return fallback
    throw error
  }
}
