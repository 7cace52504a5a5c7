import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { DELIVERED, listVersions, readVersion } from './folder.ts'

/** Every version has them, each with its own content. */
const DESCRIPTIONS = new Set(['release.json', 'release.sig', DELIVERED])
/** A file system may give two changes within this time the same time stamp. */
const TICK_MS = 2_000

interface Files {
  changedAt: number
  /** Versions by file, the newest first. */
  holders: ReadonlyMap<string, readonly string[]>
}

/** Returns the newest version of a name that has a file, or null: releases with hashed names share their addresses. */
export function openHolders(releasesDir: string): (name: string, file: string) => Promise<string | null> {
  const known = new Map<string, Files>()

  async function filesOf(name: string): Promise<Files['holders']> {
    const folder = await stat(join(releasesDir, name)).catch(ifMissing(null))
    if (!folder) return new Map()
    const last = known.get(name)
    if (last?.changedAt === folder.mtimeMs) return last.holders
    const holders = await readHolders(join(releasesDir, name))
    if (Date.now() - folder.mtimeMs > TICK_MS) known.set(name, { changedAt: folder.mtimeMs, holders })
    return holders
  }

  return async (name, file) => {
    // One of them may be damaged, and the last good release has the file, too.
    for (const version of (await filesOf(name)).get(file) ?? [])
      if (await stat(join(releasesDir, name, version, file)).catch(ifMissing(null))) return version
    return null
  }
}

async function readHolders(folder: string): Promise<Files['holders']> {
  const holders = new Map<string, string[]>()
  for (const version of await listVersions(folder)) {
    const files = await readdir(join(folder, version)).catch(ifMissing([]))
    for (const file of files.filter((each) => !DESCRIPTIONS.has(each)))
      holders.set(file, [...(holders.get(file) ?? []), version])
  }
  return holders
}

/** Returns why the files of a release cannot share their addresses with those of the versions that are kept; null if they can. */
export async function findOtherContent(releasesDir: string, release: Release): Promise<string | null> {
  const { name, version, files } = release
  for (const other of (await listVersions(join(releasesDir, name))).filter((each) => each !== version)) {
    const kept = await readVersion(releasesDir, name, other).catch(() => null)
    if (!kept || !(kept.hashedNames || release.hashedNames)) continue
    const file = Object.keys(files).find((each) => isOther(kept.files[each], files[each]))
    if (file !== undefined)
      return `${file} has other content in ${name} ${other}, and browsers keep files by their names. Build with [contenthash] in every file name of rspack.config.js`
  }
  return null
}

function isOther(kept: Release['files'][string] | undefined, file: Release['files'][string] | undefined): boolean {
  return kept !== undefined && kept.integrity !== file?.integrity
}
