import { createHash, randomUUID } from 'node:crypto'
import { cp, lstat, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Release } from '@aangan/contracts/manifest'
import { holdFile } from '@aangan/service-kit/hold-file'
import { findClaimed } from './claims.ts'
import { type ReleaseLog, readReleases } from './releases.ts'
import { readRelease } from './rules.ts'
import { writeWhole } from './write-whole.ts'

const LOCK = '.publish.lock'
const LOCK_RETRY_MS = 50

export interface Publication {
  /** A web part's build: the folder with its `release.json`. */
  from: string
  releasesDir: string
}

export interface Published {
  name: string
  version: string
  /** False where visitors had this version already. */
  changed: boolean
}

/**
 * Makes a build the stable release of its name. Visitors see either all of it or nothing: the files are complete before
 * the channel points at them. Throws an Error that names what is wrong with a release that is broken, or whose manifest
 * claims what another remote shows; nothing has changed then.
 */
export async function publishRelease({ from, releasesDir }: Publication): Promise<Published> {
  const release = await readBuild(from)
  return await oneAtATime(releasesDir, () => publish(release, { from, releasesDir }))
}

/** Waits for other processes that publish into this folder: two that claim the same new route may not both look first. */
async function oneAtATime<T>(releasesDir: string, work: () => Promise<T>): Promise<T> {
  await mkdir(releasesDir, { recursive: true })
  const lock = join(releasesDir, LOCK)
  let letGo = holdFile(lock)
  while (letGo === null) {
    await pause(LOCK_RETRY_MS)
    letGo = holdFile(lock)
  }
  try {
    return await work()
  } finally {
    letGo()
  }
}

async function publish(release: Release, { from, releasesDir }: Publication): Promise<Published> {
  const { name, version } = release
  const { live, claims } = await readReleases(releasesDir, elsewhere)
  const claimed = findClaimed(release, claims)
  if (claimed) throw new Error(`${name} ${version} is refused: ${claimed}.`)
  const changed = live.get(name)?.version !== version
  if (changed) {
    await copyRelease(from, join(releasesDir, name), release)
    await setStable(join(releasesDir, name), version)
    // Writes down what it is the first to claim.
    await readReleases(releasesDir, elsewhere)
  }
  return { name, version, changed }
}

/** The version that visitors get; undefined takes the remote away. */
async function setStable(folder: string, version: string | undefined): Promise<void> {
  const file = join(folder, 'channels.json')
  if (version === undefined) await rm(file, { force: true })
  else await writeWhole(file, `${JSON.stringify({ stable: version })}\n`)
}

/** What is broken among the live releases is no fault of this one; the registry reports it. */
const elsewhere: ReleaseLog = { error: () => undefined }

async function readBuild(from: string): Promise<Release> {
  try {
    const release = readRelease(await readFile(join(from, 'release.json'), 'utf8'))
    await checkFiles(from, release)
    return release
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${join(from, 'release.json')} is refused: ${reason}. Build it again.`, { cause })
  }
}

async function checkFiles(folder: string, { files }: Release): Promise<void> {
  for (const [file, { integrity }] of Object.entries(files)) await checkFile(join(folder, file), integrity)
}

async function checkFile(path: string, integrity: string): Promise<void> {
  const digest = createHash('sha384')
    .update(await readFile(path))
    .digest('base64')
  if (integrity !== `sha384-${digest}`) throw new Error(`${path} is not what was built`)
}

/** A version that lies there already but is not live was broken, or is older: it is put there anew. */
async function copyRelease(from: string, folder: string, release: Release): Promise<void> {
  const { version } = release
  const incoming = join(folder, `.incoming-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  try {
    await cp(from, incoming, { recursive: true, filter: refuseLinks })
    // The copy is what is served: the build may have changed since it was read.
    await checkFiles(incoming, release)
    await rm(join(folder, version), { recursive: true, force: true })
    await rename(incoming, join(folder, version))
  } finally {
    await rm(incoming, { recursive: true, force: true })
  }
}

/** What a link leads to would be served to everyone, the site's own keys included. */
async function refuseLinks(path: string): Promise<boolean> {
  const found = await lstat(path)
  if (!found.isFile() && !found.isDirectory()) throw new Error(`${path} is no plain file: a release holds files alone.`)
  return true
}
