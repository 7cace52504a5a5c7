import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DELIVERED_FILE } from '@aangan/contracts/manifest'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { integrityOf } from '@aangan/service-kit/integrity'
import { COPIES, isCopy } from './copies.ts'
import { listVersions, readRecord } from './folder.ts'

/** Every version has them, each with its own content. */
const DESCRIPTIONS = new Set(['release.json', 'release.sig', DELIVERED_FILE])
/** A file system may give two changes within this time the same time stamp. */
const TICK_MS = 2_000

interface Files {
  changedAt: number
  readAt: number
  /** Versions by file, the newest first. */
  holders: ReadonlyMap<string, readonly string[]>
}

/**
 * Returns the newest version of a name that has a file, or null: releases with hashed names share their addresses. Of
 * several, the newest whose file is undamaged: the last good release may have it, too.
 */
export function openHolders(releasesDir: string): (name: string, file: string) => Promise<string | null> {
  const known = new Map<string, Files>()
  const checked = new Map<string, Map<string, { mark: string; isWhole: Promise<boolean> }>>()

  async function filesOf(name: string): Promise<Files['holders']> {
    const folder = await stat(join(releasesDir, name)).catch(ifMissing(null))
    if (!folder) return new Map()
    const last = known.get(name)
    if (last?.changedAt === folder.mtimeMs) return last.holders
    const readAt = Date.now()
    const holders = await readHolders(join(releasesDir, name))
    // Versions may be gone.
    checked.delete(name)
    if (readAt - folder.mtimeMs > TICK_MS) known.set(name, { changedAt: folder.mtimeMs, readAt, holders })
    return holders
  }

  async function find(name: string, file: string): Promise<string | null> {
    const versions = (await filesOf(name)).get(file) ?? []
    let damaged: string | null = null
    for (const version of versions) {
      const mark = await markOf(join(releasesDir, name, version, file))
      if (mark === null) continue
      if (versions.length === 1 || (await isWhole({ name, version, file, mark }))) return version
      damaged ??= version
    }
    return damaged
  }

  /** Looks once at each file that several versions have, until it changes. */
  function isWhole({ mark, ...holder }: Holder & { mark: string }): Promise<boolean> {
    const { name, version, file } = holder
    const ofName = checked.get(name) ?? new Map<string, { mark: string; isWhole: Promise<boolean> }>()
    checked.set(name, ofName)
    const key = `${version}/${file}`
    const last = ofName.get(key)
    if (last?.mark === mark) return last.isWhole
    const now = checkWhole(releasesDir, holder).catch(() => {
      ofName.delete(key)
      return false
    })
    ofName.set(key, { mark, isWhole: now })
    return now
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

interface Holder {
  name: string
  version: string
  file: string
}

/** Changes with the file and its packed copies; null without the file. */
async function markOf(path: string): Promise<string | null> {
  const [plain, ...copies] = await Promise.all(
    ['', ...COPIES].map(async (ending) => await stat(path + ending).catch(ifMissing(null))),
  )
  return plain ? [plain, ...copies].map((info) => `${info?.mtimeMs} ${info?.size}`).join() : null
}

async function checkWhole(releasesDir: string, { name, version, file }: Holder): Promise<boolean> {
  const path = join(releasesDir, name, version, file)
  const { files } = await readRecord(releasesDir, name, version)
  const content = await readFile(path)
  // Source maps are not among them.
  if (Object.hasOwn(files, file) && files[file]?.integrity !== integrityOf(content)) return false
  const copies = COPIES.map((kind) => isCopy(content, path + kind, kind).catch(ifMissing(true)))
  return (await Promise.all(copies)).every(Boolean)
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
