import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import { claimKey } from '@aangan/contracts/routes'
import { writeDurably } from '@aangan/service-kit/durable-files'
import { ifMissing } from '@aangan/service-kit/if-missing'

/** The remote that claimed each route first, by the route's `claimKey`. */
export type Claims = ReadonlyMap<string, string>

export interface Settled {
  live: Map<string, Release>
  refused: { name: string; reason: string }[]
  claims: Claims
}

/**
 * A route stays with the remote that holds it; a release that claims another remote's route is refused as a whole. Free
 * routes go to the first in `releases`. A remote in `broken` keeps its routes until it is repaired or removed.
 */
export function settle(releases: readonly Release[], held: Claims, broken: ReadonlySet<string>): Settled {
  const wanted = new Map(releases.map((release) => [release.name, new Set(pathsOf(release).map(claimKey))]))
  const claims = new Map([...held].filter(([key, name]) => broken.has(name) || wanted.get(name)?.has(key)))
  const settled: Settled = { live: new Map(), refused: [], claims }
  for (const release of releases) {
    const { name } = release
    const reason = findClaimed(release, claims)
    if (reason) {
      settled.refused.push({ name, reason })
      continue
    }
    settled.live.set(name, release)
    for (const key of wanted.get(name) ?? []) claims.set(key, name)
  }
  return settled
}

/** Returns why a release is refused; null if all its routes are free or its own. */
export function findClaimed(release: Release, claims: Claims): string | null {
  for (const path of pathsOf(release)) {
    const owner = claims.get(claimKey(path))
    if (owner !== undefined && owner !== release.name) return `it claims ${path}, which is ${owner}'s`
  }
  return null
}

function pathsOf({ manifest }: Release): string[] {
  return manifest?.routes.map(({ path }) => path) ?? []
}

/** Empty if the file is missing. Throws if it is broken. */
export async function readClaims(dir: string): Promise<Claims> {
  const text = await readFile(fileOf(dir), 'utf8').catch(ifMissing('{}'))
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>))
}

export async function writeClaims(dir: string, claims: Claims): Promise<void> {
  const sorted = [...claims].sort(([one], [other]) => (one < other ? -1 : 1))
  await writeDurably(fileOf(dir), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

function fileOf(dir: string): string {
  return join(dir, 'claims.json')
}
