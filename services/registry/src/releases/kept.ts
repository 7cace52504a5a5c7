import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import { listVersions } from './folder.ts'

const MB = 1e6
/** What a version counts for at least, so that their number is limited, too: a publication looks at all of them. */
const LEAST_BYTES = MB
/** What the smallest file takes of a disk. */
const BLOCK_BYTES = 4_096

interface Adding {
  /** The folder of the version that is added. */
  from: string
  releasesDir: string
  mostBytes?: number
}

/** Returns why there is no room for another version of this name, and what to do; null if there is. */
export async function findTooMuch(
  { name }: Pick<Release, 'name'>,
  { from, releasesDir, mostBytes = Number.POSITIVE_INFINITY }: Adding,
): Promise<string | null> {
  if (mostBytes === Number.POSITIVE_INFINITY) return null
  const folder = join(releasesDir, name)
  const versions = (await listVersions(folder)).map((version) => join(folder, version))
  const [added = 0, ...kept] = await Promise.all([from, ...versions].map(bytesIn))
  const keptBytes = kept.reduce((sum, bytes) => sum + bytes, 0)
  if (keptBytes + added <= mostBytes) return null
  const what = `${Math.ceil(keptBytes / MB)} MB of ${name} are kept, and with this version it would be more than ${mostBytes / MB} MB`
  return `${what}: open tabs may need what was live within the last 7 days. Deploy less often or less, or ask the operators of the site for more (RELEASES_KEPT_MB)`
}

/** A version has no folders. */
async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder)
  const sizes = await Promise.all(files.map(async (file) => onDisk((await stat(join(folder, file))).size)))
  return Math.max(
    LEAST_BYTES,
    sizes.reduce((sum, size) => sum + size, 0),
  )
}

function onDisk(size: number): number {
  return Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
}
