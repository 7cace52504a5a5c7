import { createHash, randomUUID } from 'node:crypto'
import { cp, lstat, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Release } from '@aangan/contracts/manifest'
import { makeFolder, moveFolderDurably, writeDurably } from '@aangan/service-kit/durable-files'
import { lockFile } from '@aangan/service-kit/lock-file'
import { findClaimed } from './claims.ts'
import { type ReleaseLog, readReleases } from './releases.ts'
import { readRelease } from './rules.ts'

const LOCK = '.publish.lock'
const LOCK_RETRY_MS = 50

export interface Publication {
  from: string
  releasesDir: string
}

export interface Published {
  name: string
  version: string
  /** False if this version was already live. */
  changed: boolean
}

/**
 * Atomic for visitors: all files are on the disk before the channel points at them. Throws, without any change, if the
 * release is broken or claims another remote's route.
 */
export async function publishRelease({ from, releasesDir }: Publication): Promise<Published> {
  const release = await readBuild(from)
  return await oneAtATime(releasesDir, () => publish(release, { from, releasesDir }))
}

/** Otherwise two processes that claim the same new route could both check before either one records its claim. */
async function oneAtATime<T>(releasesDir: string, work: () => Promise<T>): Promise<T> {
  await makeFolder(releasesDir)
  const lock = join(releasesDir, LOCK)
  let unlock = lockFile(lock)
  while (unlock === null) {
    await pause(LOCK_RETRY_MS)
    unlock = lockFile(lock)
  }
  try {
    return await work()
  } finally {
    unlock()
  }
}

async function publish(release: Release, { from, releasesDir }: Publication): Promise<Published> {
  const { name, version } = release
  const { live, claims } = await readReleases(releasesDir, ignoredLog)
  const claimed = findClaimed(release, claims)
  if (claimed) throw new Error(`${name} ${version} is refused: ${claimed}.`)
  const changed = live.get(name)?.version !== version
  if (changed) {
    await copyRelease(from, join(releasesDir, name), release)
    await setStable(join(releasesDir, name), version)
    // Records the routes that it claims first.
    await readReleases(releasesDir, ignoredLog)
  }
  return { name, version, changed }
}

async function setStable(folder: string, version: string): Promise<void> {
  await writeDurably(join(folder, 'channels.json'), `${JSON.stringify({ stable: version })}\n`)
}

/** Problems of other live releases are reported by the registry, not here. */
const ignoredLog: ReleaseLog = { error: () => undefined }

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
  if (integrity !== `sha384-${digest}`) throw new Error(`${path} does not match its integrity in release.json`)
}

/** Overwrites an existing version: it is not live, so it was broken or is older. */
async function copyRelease(from: string, folder: string, release: Release): Promise<void> {
  const { version } = release
  const incoming = join(folder, `.incoming-${randomUUID()}`)
  await makeFolder(folder)
  try {
    await cp(from, incoming, { recursive: true, filter: refuseLinks })
    // The copy is what is served, and the build may have changed since it was read.
    await checkFiles(incoming, release)
    await rm(join(folder, version), { recursive: true, force: true })
    await moveFolderDurably(incoming, join(folder, version))
  } finally {
    await rm(incoming, { recursive: true, force: true })
  }
}

/** The target of a link would be public, even if it is one of the site's keys. */
async function refuseLinks(path: string): Promise<boolean> {
  const found = await lstat(path)
  if (!found.isFile() && !found.isDirectory())
    throw new Error(`${path} is not a regular file: a release must not contain links`)
  return true
}
