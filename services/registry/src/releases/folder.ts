import { readdirSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DELIVERED_FILE, type Release } from '@aangan/contracts/manifest'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { readHistory } from './audit.ts'
import { type CanaryChannel, type Channels, channelsFile, readChannels } from './channels.ts'
import { readLive } from './rules.ts'

export interface Canary extends Omit<CanaryChannel, 'version'> {
  release: Release
}

/** What the folder has of one name. */
export interface Found {
  name: string
  /** Null if nothing is published, or the file cannot be read. */
  channels: Channels | null
  stable: Release | null
  canary: Canary | null
  /** Of two that claim the same free route, the one that has been here longest gets it. */
  since: number
  /** Why `stable` is the last good release instead of the one that the channel names, or `canary` is missing. */
  problem: unknown
}

export function listNames(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
    .map(({ name }) => name)
    .sort()
}

/** The versions in the folder of a name, the newest first. */
export async function listVersions(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifMissing([]))
  const names = entries.filter((each) => each.isDirectory() && !each.name.startsWith('.')).map((each) => each.name)
  const aged = names.map(async (name) => ({
    name,
    at: (await stat(join(folder, name)).catch(ifMissing(null)))?.mtimeMs,
  }))
  return (await Promise.all(aged)).sort((one, other) => (other.at ?? 0) - (one.at ?? 0)).map(({ name }) => name)
}

/** `kept`: the stable release that this process has last read, if any. Never throws. */
export async function findPublished(dir: string, name: string, kept?: Release): Promise<Found> {
  const found: Found = { name, channels: null, stable: null, canary: null, since: 0, problem: null }
  try {
    found.channels = await readChannels(dir, name)
    if (found.channels === null) return { ...found, ...(await withoutChannels(dir, name, kept)) }
    const { stable } = found.channels
    found.since = (await stat(channelsFile(dir, name))).mtimeMs
    found.stable = stable === undefined ? null : await readVersion(dir, name, stable)
  } catch (problem) {
    return { ...found, problem, stable: await lastGood(dir, name, kept) }
  }
  return { ...found, ...(await findCanary(dir, name, found.channels)) }
}

/** The file of a name that nothing was published for is missing, too. */
async function withoutChannels(dir: string, name: string, kept?: Release): Promise<Pick<Found, 'stable' | 'problem'>> {
  const stable = await lastGood(dir, name, kept)
  return { stable, problem: stable && new Error('channels.json is missing') }
}

async function findCanary(dir: string, name: string, { canary }: Channels): Promise<Pick<Found, 'canary' | 'problem'>> {
  if (!canary) return { canary: null, problem: null }
  try {
    const { version, share, set } = canary
    return { canary: { share, set, release: await readVersion(dir, name, version) }, problem: null }
  } catch (problem) {
    return { canary: null, problem }
  }
}

/** The one in memory if its files are there; otherwise the newest complete one that was stable, as the audit says. */
async function lastGood(dir: string, name: string, kept?: Release): Promise<Release | null> {
  if (kept && (await hasFiles(dir, kept))) return kept
  const history = await readHistory(dir, name).catch(() => [])
  const since = history.findLastIndex(({ action }) => action === 'withdraw') + 1
  const stable = history
    .slice(since)
    .filter(({ channel }) => channel === 'stable')
    .flatMap(({ was, version }) => [was, version])
  for (const version of new Set(stable.reverse())) {
    const release = version === undefined ? null : await readVersion(dir, name, version).catch(() => null)
    if (release) return release
  }
  return kept ?? null
}

function hasFiles(dir: string, release: Release): Promise<boolean> {
  return checkFilesOf(dir, release).then(
    () => true,
    () => false,
  )
}

async function checkFilesOf(dir: string, { name, version, files }: Release): Promise<void> {
  await Promise.all(Object.keys(files).map((file) => stat(join(dir, name, version, file))))
}

/** Throws if the release is invalid or incomplete. */
export async function readVersion(dir: string, name: string, version: string): Promise<Release> {
  const release = await readRecord(dir, name, version)
  await checkFilesOf(dir, release)
  return release
}

/** As `readVersion`, without a look at the files. */
export async function readRecord(dir: string, name: string, version: string): Promise<Release> {
  const release = readLive(await readDescription(join(dir, name, version)), name)
  if (release.version !== version) throw new Error(`the folder ${version} contains version ${release.version}`)
  return release
}

async function readDescription(folder: string): Promise<string> {
  const delivered = await readFile(join(folder, DELIVERED_FILE), 'utf8').catch(ifMissing(null))
  return delivered ?? (await readFile(join(folder, 'release.json'), 'utf8'))
}
