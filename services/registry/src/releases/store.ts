import { randomUUID } from 'node:crypto'
import { cp, lstat, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { DELIVERED_FILE, type Release } from '@aangan/contracts/manifest'
import { makeFolder, moveFolderDurably } from '@aangan/service-kit/durable-files'
import { AppError } from '@aangan/service-kit/errors'
import { integrityOf } from '@aangan/service-kit/integrity'
import { Value } from 'typebox/value'
import { FirstRelease } from './first-release.ts'
import { readVersion } from './folder.ts'
import { checkBuilt } from './rules.ts'

/** Unfinished copies; no version begins with a dot. */
export const INCOMING = '.incoming-'

/** Reads a build and checks its files. Throws BAD_REQUEST if it is broken. */
export async function readBuild(from: string): Promise<Release> {
  try {
    const release = checkBuilt(JSON.parse(await readFile(join(from, 'release.json'), 'utf8')))
    await checkFiles(from, release)
    return release
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('BAD_REQUEST', `${join(from, 'release.json')} is refused: ${reason}. Build it again.`, { cause })
  }
}

async function checkFiles(folder: string, { files }: Release): Promise<void> {
  for (const [file, { integrity }] of Object.entries(files)) await checkFile(join(folder, file), integrity)
}

async function checkFile(path: string, integrity: string): Promise<void> {
  if (integrity !== integrityOf(await readFile(path)))
    throw new Error(`${path} does not match its integrity in release.json`)
}

/** Whether the folder of releases has this version, undamaged. Throws a CONFLICT if it has another one of this number. */
export async function holdsSame(releasesDir: string, release: Release): Promise<boolean> {
  const { name, version } = release
  const there = await readVersion(releasesDir, name, version).catch(() => null)
  if (!there) return false
  const differing = findDiffering(there, release)
  if (differing)
    throw new AppError('CONFLICT', `${name} ${version} exists already, with ${differing}. Give this one a new version.`)
  return checkFiles(join(releasesDir, name, version), there).then(
    () => true,
    () => false,
  )
}

function findDiffering(there: Release, release: Release): string | null {
  if (!isDeepStrictEqual(hashesOf(there), hashesOf(release))) return 'other files'
  return isDeepStrictEqual(there.manifest, release.manifest) ? null : 'another manifest'
}

function hashesOf({ files }: Release): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([file, { integrity }]) => [file, integrity]))
}

/** Copies a build; an existing version is overwritten. */
export async function copyRelease(from: string, releasesDir: string, release: Release): Promise<void> {
  const folder = join(releasesDir, release.name)
  const incoming = join(folder, INCOMING + randomUUID())
  await makeFolder(folder)
  try {
    await cp(from, incoming, { recursive: true, filter: refuseLinks })
    // The copy is what is served, and the build may have changed since it was read.
    await checkFiles(incoming, release)
    await describeForAll(incoming)
    await rm(join(folder, release.version), { recursive: true, force: true })
    await moveFolderDurably(incoming, join(folder, release.version))
  } finally {
    await rm(incoming, { recursive: true, force: true })
  }
}

/** Leaves `release.json` to registries before contracts, so that an operator can go back to one. */
async function describeForAll(folder: string): Promise<void> {
  const delivered = await readFile(join(folder, 'release.json'), 'utf8')
  await writeFile(join(folder, DELIVERED_FILE), delivered)
  const known = Value.Clean(FirstRelease, JSON.parse(delivered)) as Pick<Release, 'manifest'>
  for (const route of known.manifest?.routes ?? []) {
    // They know no text to sign in with, and one call.
    if (route.signedIn) route.signedIn = true
    if (Array.isArray(route.data)) route.data = route.data[0]
  }
  await writeFile(join(folder, 'release.json'), `${JSON.stringify(known, null, 2)}\n`)
}

/** The target of a link would be public, even if it is one of the site's keys. */
async function refuseLinks(path: string): Promise<boolean> {
  const found = await lstat(path)
  if (!found.isFile() && !found.isDirectory())
    throw new Error(`${path} is not a regular file: a release must not contain links`)
  return true
}
