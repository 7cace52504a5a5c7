import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import { claimKey } from '@aangan/contracts/routes'
import { writeDurably } from '@aangan/service-kit/durable-files'
import { ifMissing } from '@aangan/service-kit/if-missing'

/** The remote that claimed each route or slot first, by the route's `claimKey` (it begins with `/`) or the slot's name. */
export type Claims = ReadonlyMap<string, string>

export interface Settled {
  refused: Map<Release, string>
  claims: Claims
}

/**
 * A route or slot stays with the remote that holds it; a release that claims another remote's is refused as a whole.
 * Free ones go to the first in `releases`, which may have two of one name. A remote in `broken` keeps what it holds
 * until it is repaired or removed.
 */
export function settle(releases: readonly Release[], held: Claims, broken: ReadonlySet<string>): Settled {
  const wanted = new Set(releases.flatMap((release) => claimsOf(release).map(({ key }) => `${release.name} ${key}`)))
  const claims = new Map([...held].filter(([key, name]) => broken.has(name) || wanted.has(`${name} ${key}`)))
  const refused = new Map<Release, string>()
  for (const release of releases) {
    const reason = findClaimed(release, claims)
    if (reason) refused.set(release, reason)
    else for (const { key } of claimsOf(release)) claims.set(key, release.name)
  }
  return { refused, claims }
}

/** Returns why a release is refused; null if all its routes and slots are free or its own. */
export function findClaimed(release: Release, claims: Claims): string | null {
  for (const { key, words } of claimsOf(release)) {
    const owner = claims.get(key)
    if (owner !== undefined && owner !== release.name) return `it ${words}, which is ${owner}'s`
  }
  return null
}

function claimsOf({ manifest }: Release): { key: string; words: string }[] {
  return [
    ...(manifest?.routes ?? []).map(({ path }) => ({ key: claimKey(path), words: `claims ${path}` })),
    ...slotsOf({ manifest }).map((slot) => ({ key: slot, words: `fills the slot ${slot}` })),
  ]
}

export function slotsOf({ manifest }: Pick<Release, 'manifest'>): string[] {
  return Object.values(manifest?.offers ?? {}).map(({ slot }) => slot)
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
