import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { listVersions, readRecord } from './folder.ts'

const MB = 1e6
/** What a version counts for at least, so that their number is limited, too: a publication looks at all of them. */
const LEAST_BYTES = MB
/** What the smallest file takes of a disk. */
const BLOCK_BYTES = 4_096

interface KeptVersion {
  version: string
  bytes: number
  /** A file that has other content there than in the release, although browsers would find both at one address. */
  other: string | undefined
}

/** By version and folder: a version that was replaced is another one. */
export type KeptVersions = ReadonlyMap<string, KeptVersion>

/** Reads the kept versions of a release's name that are not in `known`, one after the other. */
export async function readKeptVersions(
  releasesDir: string,
  release: Release,
  known: KeptVersions = new Map(),
): Promise<KeptVersions> {
  const folder = join(releasesDir, release.name)
  const kept = new Map<string, KeptVersion>()
  for (const version of await listVersions(folder)) {
    const found = await stat(join(folder, version)).catch(ifMissing(null))
    const key = `${version} ${found?.ino} ${found?.mtimeMs}`
    // Without the lock, it may be collected meanwhile.
    if (found) kept.set(key, known.get(key) ?? (await readKeptVersion(releasesDir, release, version)))
  }
  return kept
}

async function readKeptVersion(releasesDir: string, release: Release, version: string): Promise<KeptVersion> {
  const kept =
    version === release.version ? null : await readRecord(releasesDir, release.name, version).catch(() => null)
  const isShared = kept?.hashedNames || release.hashedNames
  return {
    version,
    bytes: await bytesIn(join(releasesDir, release.name, version)),
    other: kept && isShared ? findOther(kept.files, release.files) : undefined,
  }
}

function findOther(kept: Release['files'], files: Release['files']): string | undefined {
  return Object.keys(files).find(
    (file) => Object.hasOwn(kept, file) && kept[file]?.integrity !== files[file]?.integrity,
  )
}

/** Returns why the files of a release cannot share their addresses with those of kept versions; null if they can. */
export function findOtherContent({ name }: Pick<Release, 'name'>, kept: KeptVersions): string | null {
  const differing = [...kept.values()].find(({ other }) => other !== undefined)
  if (!differing) return null
  return `${differing.other} has other content in ${name} ${differing.version}, and browsers keep files by their names. Build with [contenthash] in every file name of rspack.config.js`
}

interface Adding {
  /** The folder of the version that is added. */
  from: string
  kept: KeptVersions
  mostBytes: number
}

/** Returns why there is no room for another version of this name, and what to do; null if there is. */
export async function findTooMuch(
  { name }: Pick<Release, 'name'>,
  { from, kept, mostBytes }: Adding,
): Promise<string | null> {
  const keptBytes = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  if (keptBytes + (await bytesIn(from)) <= mostBytes) return null
  const what = `${Math.ceil(keptBytes / MB)} MB of ${name} are kept, and with this version it would be more than ${mostBytes / MB} MB`
  return `${what}: open tabs may need what was live within the last 7 days. Deploy less often or less, or ask the operators of the site for more (RELEASES_KEPT_MB)`
}

/** A version has no folders. */
async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder).catch(ifMissing([]))
  const sizes = await Promise.all(files.map((file) => bytesOf(join(folder, file))))
  return Math.max(
    LEAST_BYTES,
    sizes.reduce((sum, size) => sum + size, 0),
  )
}

async function bytesOf(file: string): Promise<number> {
  const { size } = await stat(file).catch(ifMissing({ size: 0 }))
  return Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
}
