import { randomUUID } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { readHistory } from './audit.ts'
import { readChannels } from './channels.ts'
import { listVersions } from './folder.ts'
import { INCOMING } from './store.ts'

/** Versions that are being removed; no version begins with a dot. */
const OLD = '.old-'
/** With the one that is about to be published. */
const KEPT = 20
/** Open tabs load screens of the release that they were opened with. */
export const TABS_MS = 7 * 24 * 3_600_000

/**
 * Takes old versions of one release away, under the lock: nobody finds them any more. Kept are the newest, what a
 * channel names, and what was live within the last week. Returns the folders to remove, with those that a killed
 * publication left: without the lock, since removing many files takes seconds.
 */
export async function collectOld(
  dir: string,
  name: string,
  { keep, now = Date.now() }: { keep: string; now?: number },
): Promise<string[]> {
  const folder = join(dir, name)
  const needed = await neededVersions(dir, name, now)
  const others = (await listVersions(folder)).filter((each) => each !== keep)
  // An unreadable channel may name any of them.
  const old = needed === null ? [] : others.slice(KEPT - 1)
  for (const version of old.filter((each) => !needed?.has(each)))
    await rename(join(folder, version), join(folder, OLD + randomUUID()))
  const entries = await readdir(folder).catch(ifMissing([]))
  return entries.filter((each) => each.startsWith(INCOMING) || each.startsWith(OLD)).map((each) => join(folder, each))
}

/** Others may do so at the same time. */
export async function removeCollected(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}

async function neededVersions(dir: string, name: string, now: number): Promise<ReadonlySet<string | undefined> | null> {
  try {
    const channels = await readChannels(dir, name)
    const recent = (await readHistory(dir, name)).filter(({ at }) => now - Date.parse(at) < TABS_MS)
    return new Set([
      channels?.stable,
      channels?.canary?.version,
      ...recent.flatMap(({ version, was }) => [version, was]),
    ])
  } catch {
    return null
  }
}
