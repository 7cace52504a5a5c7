import type { Release } from '@aangan/contracts/manifest'
import { AppError } from '@aangan/service-kit/errors'
import { readHistory, writeAudit } from './audit.ts'
import { rotateAudit } from './audit-rotation.ts'
import { type Channels, writeChannels } from './channels.ts'
import { collectOld, removeCollected } from './collect.ts'
import type { Found } from './folder.ts'
import { findObjection } from './gate.ts'
import { findTooMuch, type KeptVersions, readKeptVersions } from './kept.ts'
import { oneAtATime } from './lock.ts'
import { type ReleaseLog, readReleases, type Settled } from './settled.ts'
import { copyRelease, holdsSame, readBuild } from './store.ts'

export interface Publication {
  /** The folder of a build. */
  from: string
  releasesDir: string
  /** `share` of the visitors, 0 to 1; `set` defaults to `<name>@<version>`. Default: stable. */
  to?: 'stable' | { share: number; set?: string }
  /** For the audit. */
  by?: string
  why?: string
  /**
   * Comes with an image or checkout, and replaces only what came with one: what a team has deployed, or an operator
   * rolled back or pinned, stays. `replace`: an operator wants the shipped one back.
   */
  shipped?: true | 'replace'
  /** Slots that it may leave empty although others mount them. */
  drops?: readonly string[]
  /** What all versions of its name may have together, with this one. Default: no limit. */
  mostBytes?: number
}

export interface Published {
  name: string
  version: string
  /** False if this version was already live, or may not replace the live one. */
  changed: boolean
  /** The version that stays, because a team or an operator chose it; empty if they withdrew it. */
  kept?: string
}

const IMAGE = 'image'

/**
 * Atomic for visitors: all files are on the disk before the channel points at them. Throws, without any change, if the
 * release is broken (BAD_REQUEST), or does not fit what is live (CONFLICT).
 */
export async function publishRelease(publication: Publication): Promise<Published> {
  const { from, releasesDir, shipped } = publication
  const release = await readBuild(from)
  // Nobody waits for all that a team has deployed in a week: under the lock, only what is new is read. What ships is mostly live already.
  const known: KeptVersions = shipped ? new Map() : await readKeptVersions(releasesDir, release)
  const collected: string[] = []
  try {
    return await oneAtATime(releasesDir, () => publish(release, { publication, known, collected }))
  } finally {
    await removeCollected(collected)
  }
}

interface Publishing {
  publication: Publication
  known: KeptVersions
  /** Gets the folders to remove afterwards. */
  collected: string[]
}

async function publish(release: Release, { publication, known, collected }: Publishing): Promise<Published> {
  const { releasesDir, to = 'stable', shipped } = publication
  const { name, version } = release
  const settled = await readReleases(releasesDir, ignoredLog)
  const found = settled.found.get(name)
  if (shipped === true && (await isChosen(releasesDir, found)))
    return { name, version, changed: false, kept: found?.stable?.version ?? '' }
  if (isLive(settled, release, to) && (shipped || (await holdsSame(releasesDir, release)))) {
    await takeOver(found, publication)
    return { name, version, changed: false }
  }
  if (to === 'stable' && found?.channels?.pinned)
    throw refusal(release, `${name} is pinned to ${found.channels.stable}. Unpin it first`)
  const owner = to === 'stable' ? undefined : /^(.+)@/.exec(to.set ?? '')?.[1]
  if (owner !== undefined && owner !== name)
    throw refusal(release, `a set named after ${owner} is for ${owner} alone. Agree on another name, such as "spring"`)
  const kept = await readKeptVersions(releasesDir, release, known)
  const objection = await findObjection(release, { settled, kept, ...publication })
  if (objection) throw refusal(release, objection)
  await rotateAudit(releasesDir)
  collected.push(...(await collectOld(releasesDir, name, { keep: version })))
  if (shipped || !(await holdsSame(releasesDir, release))) await addVersion(release, publication, kept)
  await setChannel(release, publication, found)
  // Records the routes that it claims first.
  await readReleases(releasesDir, ignoredLog)
  return { name, version, changed: true }
}

async function addVersion(release: Release, publication: Publication, known: KeptVersions): Promise<void> {
  const { from, releasesDir, mostBytes } = publication
  // Without those that were just collected.
  const kept = await readKeptVersions(releasesDir, release, known)
  const tooMuch = mostBytes === undefined ? null : await findTooMuch(release, { from, kept, mostBytes })
  if (tooMuch) throw refusal(release, tooMuch)
  await copyRelease(from, releasesDir, release)
}

export function refusal({ name, version }: Pick<Release, 'name' | 'version'>, why: string): AppError {
  return new AppError('CONFLICT', `${name} ${version} is refused: ${why}.`)
}

/** Whether a team or an operator chose the stable version. While the channel cannot be read, the audit says so. */
async function isChosen(dir: string, found: Found | undefined): Promise<boolean> {
  if (!found) return false
  if (found.channels) return found.channels.from === 'deploy' || found.channels.pinned === true
  const last = (await readHistory(dir, found.name)).findLast(({ channel }) => channel === 'stable')
  return last !== undefined && last.by !== IMAGE
}

function isLive({ found, problems }: Settled, { name, version }: Release, to: NonNullable<Publication['to']>): boolean {
  const channels = found.get(name)?.channels
  if (!channels || problems.has(name)) return false
  const { stable, canary } = channels
  if (to === 'stable' || stable === version) return stable === version
  return canary?.version === version && canary.share === to.share && (to.set ?? canary.set) === canary.set
}

/** A team that deploys what the image has shipped keeps it from then on. */
async function takeOver(found: Found | undefined, publication: Publication): Promise<void> {
  const { releasesDir, to = 'stable', shipped } = publication
  const from = shipped ? IMAGE : 'deploy'
  if (!found?.channels || to !== 'stable' || shipped === true || found.channels.from === from) return
  await writeAudit(releasesDir, {
    by: authorOf(publication),
    action: 'deploy',
    name: found.name,
    version: found.channels.stable,
    channel: 'stable',
  })
  await writeChannels(releasesDir, found.name, { ...found.channels, from })
}

async function setChannel(
  { name, version }: Release,
  publication: Publication,
  found: Found | undefined,
): Promise<void> {
  const { releasesDir, to = 'stable', shipped, why } = publication
  const by = authorOf(publication)
  const channels: Channels = found?.channels ?? {}
  if (to === 'stable') {
    const canary = channels.canary?.version === version ? undefined : channels.canary
    await writeAudit(releasesDir, {
      by,
      action: 'deploy',
      name,
      version,
      channel: 'stable',
      was: channels.stable ?? found?.stable?.version,
      why,
    })
    await writeChannels(releasesDir, name, { ...channels, canary, stable: version, from: shipped ? IMAGE : 'deploy' })
  } else {
    const canary = { version, share: to.share, set: to.set ?? `${name}@${version}` }
    await writeAudit(releasesDir, {
      ...canary,
      by,
      action: 'canary',
      name,
      channel: 'canary',
      was: channels.canary?.version,
      why,
    })
    await writeChannels(releasesDir, name, { ...channels, canary })
  }
}

function authorOf({ by, shipped }: Publication): string {
  return by ?? (shipped ? IMAGE : 'operator')
}

/** Problems of other live releases are reported by the registry, not here. */
const ignoredLog: ReleaseLog = { error: () => undefined }
