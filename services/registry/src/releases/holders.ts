import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { DELIVERED, listVersions } from './folder.ts'

/** Every version has them, each with its own content. */
const DESCRIPTIONS = new Set(['release.json', 'release.sig', DELIVERED])
/** A file system may give two changes within this time the same time stamp. */
const TICK_MS = 2_000

interface Files {
  changedAt: number
  readAt: number
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
    const readAt = Date.now()
    const holders = await readHolders(join(releasesDir, name))
    if (readAt - folder.mtimeMs > TICK_MS) known.set(name, { changedAt: folder.mtimeMs, readAt, holders })
    return holders
  }

  async function find(name: string, file: string): Promise<string | null> {
    // One of them may be damaged, and the last good release has the file, too.
    for (const version of (await filesOf(name)).get(file) ?? [])
      if (await stat(join(releasesDir, name, version, file)).catch(ifMissing(null))) return version
    return null
  }

  /** Files that an operator has put back change only the folder of their version. */
  async function forgetRepaired(name: string): Promise<boolean> {
    const last = known.get(name)
    if (!last) return false
    const folder = join(releasesDir, name)
    const versions = await Promise.all(
      (await listVersions(folder)).map((version) => stat(join(folder, version)).catch(ifMissing(null))),
    )
    return versions.some((found) => found !== null && found.mtimeMs > last.readAt - TICK_MS) && known.delete(name)
  }

  return async (name, file) =>
    (await find(name, file)) ?? ((await forgetRepaired(name)) ? await find(name, file) : null)
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
