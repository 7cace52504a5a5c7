import type { Release } from '@aangan/contracts/manifest'
import { readHistory } from './audit.ts'
import { versionBefore } from './change.ts'
import { readVersion } from './folder.ts'
import { findObjectionNow } from './gate.ts'
import type { LiveReleases } from './settled.ts'

/** The stable release before the present one, if it is kept and fits what is live; null otherwise. */
export type FindBefore = (live: LiveReleases, name: string) => Promise<Release | null>

/** Reads the audit once for each name, until something is released. */
export function rememberBefore(releasesDir: string): FindBefore {
  const known = new WeakMap<LiveReleases, Map<string, Promise<Release | null>>>()
  return (live, name) => {
    const byName = known.get(live) ?? new Map<string, Promise<Release | null>>()
    known.set(live, byName)
    const before = byName.get(name) ?? findBefore(releasesDir, live, name)
    byName.set(name, before)
    before.catch(() => byName.delete(name))
    return before
  }
}

async function findBefore(dir: string, live: LiveReleases, name: string): Promise<Release | null> {
  const version = versionBefore(await readHistory(dir, name), live.stable.get(name)?.version)
  // It may have been collected.
  const release = version === undefined ? null : await readVersion(dir, name, version).catch(() => null)
  return release && findObjectionNow(release, live) === null ? release : null
}
