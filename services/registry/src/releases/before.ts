import type { Release } from '@aangan/contracts/manifest'
import { readHistory } from './audit.ts'
import { readVersion } from './folder.ts'
import { findObjectionNow } from './gate.ts'
import type { LiveReleases } from './settled.ts'
import { versionBefore } from './target.ts'

/** More than a few broken releases in a row have another reason. */
const MOST = 3

/** The stable releases before the present one that are kept and fit what is live, the newest first; at most three. */
export type FindBefore = (live: LiveReleases, name: string) => Promise<Release[]>

/** Reads the audit once for each name, until something is released. */
export function rememberBefore(releasesDir: string): FindBefore {
  const known = new WeakMap<LiveReleases, Map<string, Promise<Release[]>>>()
  return (live, name) => {
    const byName = known.get(live) ?? new Map<string, Promise<Release[]>>()
    known.set(live, byName)
    const before = byName.get(name) ?? findBefore(releasesDir, live, name)
    byName.set(name, before)
    before.catch(() => byName.delete(name))
    return before
  }
}

async function findBefore(dir: string, live: LiveReleases, name: string): Promise<Release[]> {
  const history = await readHistory(dir, name)
  const found: Release[] = []
  const seen = new Set<string | undefined>([live.stable.get(name)?.version])
  let version = versionBefore(history, live.stable.get(name)?.version)
  while (!seen.has(version) && found.length < MOST) {
    seen.add(version)
    // It may have been collected.
    const release = version === undefined ? null : await readVersion(dir, name, version).catch(() => null)
    if (release && findObjectionNow(release, live) === null) found.push(release)
    version = versionBefore(history, version)
  }
  return found
}
