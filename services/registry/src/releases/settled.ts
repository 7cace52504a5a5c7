import type { Release } from '@aangan/contracts/manifest'
import type { Parts } from '@aangan/service-kit/parts'
import { type Claims, readClaims, settle, writeClaims } from './claims.ts'
import { type Canary, type Found, findPublished, listNames } from './folder.ts'

export type ReleaseLog = Pick<Parts['log'], 'error'>

/** Releases by name. */
export type ReleaseSet = ReadonlyMap<string, Release>

/** What pages are made of. */
export interface Live {
  stable: ReleaseSet
  canaries: readonly Canary[]
}

export interface Settled extends Live {
  claims: Claims
  found: ReadonlyMap<string, Found>
  /** Why a release is not live, by name. */
  problems: ReadonlyMap<string, unknown>
}

/** What is live, as far as it can be read. */
export type LiveReleases = Omit<Settled, 'problems'>

/** Reads a folder of releases. Also stores who holds which route: that decides between releases copied here by hand. */
export async function readReleases(dir: string, log: ReleaseLog, kept?: ReleaseSet): Promise<Settled> {
  const found = await Promise.all(listNames(dir).map((name) => findPublished(dir, name, kept?.get(name))))
  found.sort((one, other) => one.since - other.since)
  const problems = new Map(found.filter(({ problem }) => problem).map(({ name, problem }) => [name, problem]))
  const held = await heldClaims(dir, log)
  const { refused, claims } = settle(inOrder(found), held, new Set(problems.keys()))
  for (const [{ name }, reason] of refused) problems.set(name, new Error(reason))
  await keepClaims(dir, { held, claims, log })
  const isLive = (release: Release | null | undefined): release is Release => Boolean(release && !refused.has(release))
  const stable = found.map((each) => each.stable).filter(isLive)
  const canaries = found.map(({ canary }) => canary).filter((canary): canary is Canary => isLive(canary?.release))
  const torn = new Set(found.filter(({ canary }) => !isLive(canary?.release)).map(setOf))
  return {
    stable: new Map(stable.map((release) => [release.name, release])),
    // A visitor gets all of a set or nothing.
    canaries: canaries.filter(({ set }) => !torn.has(set)),
    claims,
    found: new Map(found.map((each) => [each.name, each])),
    problems,
  }
}

function setOf({ channels }: Found): string | undefined {
  return channels?.canary?.set
}

/** Stable releases get free routes before canaries. */
function inOrder(found: Found[]): Release[] {
  const releases = [...found.map(({ stable }) => stable), ...found.map(({ canary }) => canary?.release)]
  return releases.filter((release) => release !== null && release !== undefined)
}

async function heldClaims(dir: string, log: ReleaseLog): Promise<Claims> {
  try {
    return await readClaims(dir)
  } catch (error) {
    log.error({ err: error }, 'could not read claims.json; rebuilding route ownership from the live releases')
    return new Map()
  }
}

interface Keeping {
  held: Claims
  claims: Claims
  log: ReleaseLog
}

/** Not fatal: pages are served from a read-only folder, too. */
async function keepClaims(dir: string, { held, claims, log }: Keeping): Promise<void> {
  if (held.size === claims.size && [...claims].every(([key, name]) => held.get(key) === name)) return
  try {
    await writeClaims(dir, claims)
  } catch (error) {
    log.error({ err: error }, 'could not write claims.json')
  }
}
