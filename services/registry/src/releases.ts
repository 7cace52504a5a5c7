import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import type { Parts } from '@aangan/service-kit/parts'
import { findClaims, readRelease } from './rules.ts'

/** Where broken releases are reported. */
export type ReleaseLog = Pick<Parts['log'], 'error'>

/** The releases that visitors get, by name. */
export type ReleaseSet = ReadonlyMap<string, Release>

export interface Releases {
  /** As they are now: read again when a `channels.json` has changed. */
  current(): Promise<ReleaseSet>
}

/**
 * The releases in a folder, as `publishRelease` leaves it. One that is broken is logged and left out: its own routes are
 * gone, everything else stands.
 */
export function openReleases(dir: string, log: ReleaseLog): Releases {
  let seen = ''
  let reading: Promise<ReleaseSet> = Promise.resolve(new Map())
  return {
    async current() {
      const now = await fingerprint(dir)
      if (now !== seen) {
        seen = now
        reading = readAll(dir, log)
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
    const info = await stat(join(dir, name, 'channels.json')).catch(ifMissing(null))
    return `${name} ${info?.ino} ${info?.mtimeMs} ${info?.size}`
  })
  return (await Promise.all(marks)).join('\n')
}

async function readAll(dir: string, log: ReleaseLog): Promise<ReleaseSet> {
  const set = new Map<string, Release>()
  for (const name of await listNames(dir)) {
    try {
      const release = await readStable(join(dir, name), name)
      const [claim] = release ? findClaims(release, set.values()) : []
      if (claim) throw new Error(`it claims ${claim.path}, which is ${claim.owner}'s`)
      if (release) set.set(name, release)
    } catch (error) {
      log.error({ err: error, remote: name }, `the release of ${name} is broken and left out`)
    }
  }
  return set
}

/** The release that a name's stable channel points at, complete; null where nothing has been published. */
async function readStable(folder: string, name: string): Promise<Release | null> {
  const channels = await readFile(join(folder, 'channels.json'), 'utf8').catch(ifMissing(null))
  if (channels === null) return null
  const { stable } = JSON.parse(channels) as { stable?: unknown }
  if (typeof stable !== 'string' || !/^[0-9A-Za-z][0-9A-Za-z.+-]*$/.test(stable)) {
    throw new Error('channels.json names no stable version')
  }
  const release = readRelease(await readFile(join(folder, stable, 'release.json'), 'utf8'), name)
  if (release.version !== stable) throw new Error(`${stable} holds version ${release.version}`)
  await Promise.all(Object.keys(release.files).map((file) => stat(join(folder, stable, file))))
  return release
}

async function listNames(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(ifMissing([]))
  return entries
    .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
    .map(({ name }) => name)
    .sort()
}

/** Answers `fallback` where a file or folder is not there; any other trouble stays an error. */
function ifMissing<T>(fallback: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return fallback
    throw error
  }
}
