import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDurably } from '@aangan/service-kit/durable-files'
import { ifMissing } from '@aangan/service-kit/if-missing'

/** A line of `audit.jsonl`: who did what to which release. Older ones are in `audit-<day>.jsonl`, see audit-rotation.ts. */
export interface AuditLine {
  /** ISO 8601, UTC. */
  at: string
  by: string
  /** deploy, canary, promote, rollback, pin, unpin, … */
  action: string
  name: string
  version?: string
  channel?: 'stable' | 'canary'
  /** The version that the channel named before. */
  was?: string
  share?: number
  set?: string
  why?: string
}

/** Written before the action itself, so that none is missing after a power cut; an action may then be listed twice. */
export async function writeAudit(dir: string, line: Omit<AuditLine, 'at'>): Promise<void> {
  const path = auditFile(dir)
  if (!existsSync(path)) await createDurably(path, '')
  const file = await open(path, 'a+')
  try {
    await file.appendFile(`${await separator(file)}${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A line that a full disk or power cut has torn must not take the next one with it. */
async function separator(file: Awaited<ReturnType<typeof open>>): Promise<string> {
  const { size } = await file.stat()
  if (size === 0) return ''
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n' ? '' : '\n'
}

/** The history of a release's name, oldest first. */
export async function readHistory(dir: string, name: string): Promise<AuditLine[]> {
  const text = await readFile(auditFile(dir), 'utf8').catch(ifMissing(''))
  return text
    .split('\n')
    .flatMap(readLine)
    .filter((line) => line.name === name)
}

export function auditFile(dir: string): string {
  return join(dir, 'audit.jsonl')
}

/** None for a torn line. */
export function readLine(text: string): AuditLine[] {
  try {
    return text === '' ? [] : [JSON.parse(text)]
  } catch {
    return []
  }
}
