import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { readHistory } from './audit.ts'
import { readChannels } from './channels.ts'
import { listVersions } from './folder.ts'
import { INCOMING } from './store.ts'

/** With the one that is about to be published. */
const KEPT = 20
/** Open tabs load screens of the release that they were opened with. */
export const TABS_MS = 7 * 24 * 3_600_000

/**
 * Deletes old versions of one release, and what a killed publication left, under the lock. Kept are the newest, what a
 * channel names, and what was live within the last week.
 */
export async function collectOld(
  dir: string,
  name: string,
  { keep, now = Date.now() }: { keep: string; now?: number },
) {
  const folder = join(dir, name)
  const needed = await neededVersions(dir, name, now)
  const others = (await listVersions(folder)).filter((each) => each !== keep)
  // An unreadable channel may name any of them.
  const old = needed === null ? [] : others.slice(KEPT - 1)
  const dead = (await readdir(folder).catch(ifMissing([]))).filter((each) => each.startsWith(INCOMING))
  for (const each of [...dead, ...old.filter((version) => !needed?.has(version))])
    await rm(join(folder, each), { recursive: true, force: true })
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
