import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '@aangan/service-kit/durable-files'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { writeChannels } from './channels.ts'
import type { Named } from './set-writes.ts'

/** The writes of a change of several remotes, while it is made. */
const FILE = '.unfinished.json'

/** Writes the channels in this order, under the lock. After a kill in the middle, `finishChange` does all of it. */
export async function writeTogether(dir: string, writes: readonly Named[]): Promise<void> {
  if (writes.length > 1) await writeDurably(fileOf(dir), JSON.stringify(writes))
  await writeAll(dir, writes)
}

/** Does again what was not finished, under the lock: the same writes in the same order are as safe as the first time. */
export async function finishChange(dir: string): Promise<void> {
  await writeAll(dir, JSON.parse(await readFile(fileOf(dir), 'utf8').catch(ifMissing('[]'))))
}

export function isUnfinished(dir: string): boolean {
  return existsSync(fileOf(dir))
}

async function writeAll(dir: string, writes: readonly Named[]): Promise<void> {
  // Without its folder, a remote was withdrawn.
  for (const { name, channels } of writes) await writeChannels(dir, name, channels).catch(ifMissing(undefined))
  await rm(fileOf(dir), { force: true })
}

function fileOf(dir: string): string {
  return join(dir, FILE)
}
