import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import { AppError } from '@aangan/service-kit/errors'
import { ifMissing } from '@aangan/service-kit/if-missing'
import type { Parts } from '@aangan/service-kit/parts'
import { type Claims, readClaims, type Settled, settle, writeClaims } from './claims.ts'
import { readRelease, SHELL } from './rules.ts'

export type ReleaseLog = Pick<Parts['log'], 'error'>

export type ReleaseSet = ReadonlyMap<string, Release>

export interface Releases {
  /** Cached until a `channels.json` changes. */
  current(): Promise<ReleaseSet>
}

/** Throws UNAVAILABLE while no shell is published. */
export function shellOf(set: ReleaseSet): Release {
  const shell = set.get(SHELL)
  if (!shell) throw new AppError('UNAVAILABLE', 'No release of the shell is installed: build it and publish it.')
  return shell
}

/** A release that is broken, or claims another remote's route, is logged and left out as a whole. */
export function openReleases(dir: string, log: ReleaseLog): Releases {
  let seen = ''
  let reading: Promise<ReleaseSet> = Promise.resolve(new Map())
  return {
    async current() {
      const current = await fingerprint(dir)
      if (current !== seen) {
        seen = current
        reading = readReleases(dir, log).then(({ live }) => live)
        reading.catch(() => {
          seen = ''
        })
      }
      return reading
    },
  }
}

/** Changes whenever a channel of any release does. */
async function fingerprint(dir: string): Promise<string> {
  const marks = (await listNames(dir)).map(async (name) => {
    const info = await stat(channelsOf(dir, name)).catch(ifMissing(null))
    return `${name} ${info?.ino} ${info?.mtimeMs} ${info?.size}`
  })
  return (await Promise.all(marks)).join('\n')
}

/** Also stores who holds which route: that decides between releases copied here by hand. */
export async function readReleases(dir: string, log: ReleaseLog): Promise<Settled> {
  const broken = new Set<string>()
  const found: { release: Release; since: number }[] = []
  for (const name of await listNames(dir)) {
    try {
      const release = await readStable(join(dir, name), name)
      if (release) found.push({ release, since: (await stat(channelsOf(dir, name))).mtimeMs })
    } catch (error) {
      broken.add(name)
      log.error({ err: error, remote: name }, `skipping the release of ${name}: it cannot be read`)
    }
  }
  // Unclaimed routes go to the release that has been here longest.
  const releases = found.sort((one, other) => one.since - other.since).map(({ release }) => release)
  const held = await heldClaims(dir, log)
  const settled = settle(releases, held, broken)
  for (const { name, reason } of settled.refused)
    log.error({ remote: name }, `the release of ${name} is refused: ${reason}`)
  await keepClaims(dir, { held, claims: settled.claims, log })
  return settled
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

/** The complete release of the stable channel; null if nothing is published. */
async function readStable(folder: string, name: string): Promise<Release | null> {
  const channels = await readFile(join(folder, 'channels.json'), 'utf8').catch(ifMissing(null))
  if (channels === null) return null
  const { stable } = JSON.parse(channels) as { stable?: unknown }
  if (typeof stable !== 'string' || !/^[0-9A-Za-z][0-9A-Za-z.+-]*$/.test(stable)) {
    throw new Error('channels.json has no valid "stable" version')
  }
  const release = readRelease(await readFile(join(folder, stable, 'release.json'), 'utf8'), name)
  if (release.version !== stable) throw new Error(`the folder ${stable} contains version ${release.version}`)
  await Promise.all(Object.keys(release.files).map((file) => stat(join(folder, stable, file))))
  return release
}

function channelsOf(dir: string, name: string): string {
  return join(dir, name, 'channels.json')
}

async function listNames(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(ifMissing([]))
  return entries
    .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
    .map(({ name }) => name)
    .sort()
}
