import { isDeepStrictEqual } from 'node:util'
import { SHELL } from '@aangan/contracts/release-urls'
import { AppError } from '@aangan/service-kit/errors'
import { type AuditLine, writeAudit } from './audit.ts'
import type { CanaryChannel, Channels } from './channels.ts'
import type { Found } from './folder.ts'
import { findObjectionNow } from './gate.ts'
import { oneAtATime } from './lock.ts'
import { refusal } from './publish.ts'
import { setWrites } from './set-writes.ts'
import { readReleases, type Settled } from './settled.ts'
import { readKept, targetOf } from './target.ts'
import { writeTogether } from './unfinished.ts'

export type ChannelChange = { why?: string } & (
  | { action: 'promote' }
  /** Without a version: ends the canary if there is one, otherwise to the version that was stable before. */
  | { action: 'rollback'; version?: string; only?: CanaryOnly }
  /** Another share, 0 to 1, of visitors for the canary. */
  | { action: 'canary'; share: number }
  /** A pinned name refuses deploys to stable and promotions. */
  | { action: 'pin' | 'unpin' }
  /** Pages have no such remote; what it claimed is free. A rollback to a version brings it back. */
  | { action: 'withdraw' }
)

/** Nothing is changed if the canary is another one by then, or has ended. */
type CanaryOnly = Pick<CanaryChannel, 'version' | 'set'>

interface Author {
  /** For the audit. */
  by: string
  /** Whether they may promote or widen a canary of this name: a set may have remotes of others. Default: all. */
  mayChange?: (name: string) => boolean
}

interface Step {
  name: string
  channels: Channels
  line: Pick<AuditLine, 'version' | 'channel' | 'was' | 'share' | 'set'>
}

/**
 * Changes which versions visitors get. A canary's whole set is promoted or ended together, without a moment at which a
 * visitor gets a part of it.
 * @returns the channels of each changed name; empty if nothing is to be changed
 * @throws NOT_FOUND, CONFLICT or FORBIDDEN, without any change
 */
export async function changeChannels(
  releasesDir: string,
  name: string,
  change: ChannelChange,
  { by, mayChange = () => true }: Author,
): Promise<Map<string, Channels>> {
  return await oneAtATime(releasesDir, async () => {
    const settled = await readReleases(releasesDir, { error: () => undefined })
    const members = membersOf(settled, name, change)
    // Ending a set is everybody's right: it gives visitors what they had before.
    if (!isEnd(change) && !members.every(mayChange))
      throw new AppError('FORBIDDEN', `The canary of ${name} goes with others that are not yours. Ask an operator.`)
    const wanted = await Promise.all(
      members.map((member) => stepOf(releasesDir, { settled, name: member, change: changeOf(member, name, change) })),
    )
    const steps = wanted.filter(
      ({ name: member, channels }) => !isDeepStrictEqual(channels, settled.found.get(member)?.channels),
    )
    for (const { name: member, line } of steps)
      await writeAudit(releasesDir, { by, action: change.action, name: member, ...line, why: change.why })
    const before = steps.map((step) => ({ name: step.name, channels: channelsOf(settled, step.name) }))
    await writeTogether(releasesDir, setWrites(before, steps, change.action))
    // Frees the claims of what is not live any more.
    await readReleases(releasesDir, { error: () => undefined })
    return new Map(steps.map((step) => [step.name, step.channels]))
  })
}

/** All names of the canary's set, if the change concerns the canary. */
function membersOf({ found }: Settled, name: string, change: ChannelChange): string[] {
  const canary = foundOf(found, name).channels?.canary
  const { set } = canary ?? {}
  if (change.action === 'rollback' && change.only && !isSame(change.only, canary)) return []
  const isAlone = change.action === 'pin' || change.action === 'unpin'
  if (set === undefined || isAlone) return [name]
  return [...found.values()].filter(({ channels }) => channels?.canary?.set === set).map((member) => member.name)
}

function isSame(only: CanaryOnly, canary: CanaryChannel | undefined): boolean {
  return only.version === canary?.version && only.set === canary.set
}

function isEnd({ action }: ChannelChange): boolean {
  return action === 'rollback' || action === 'withdraw'
}

/** Only the one that was named goes back to a version, or goes; of the others in its canary's set, the canary ends. */
function changeOf(member: string, name: string, change: ChannelChange): ChannelChange {
  if (member === name || !isEnd(change)) return change
  return { action: 'rollback', ...(change.why !== undefined && { why: change.why }) }
}

function foundOf(found: Settled['found'], name: string): Found {
  const one = found.get(name)
  if (one) return one
  throw new AppError(
    'NOT_FOUND',
    `Nothing is released as ${name}: the names are ${[...found.keys()].sort().join(', ')}.`,
  )
}

function channelsOf({ found }: Settled, name: string): Channels {
  const { channels } = foundOf(found, name)
  if (channels) return channels
  throw new AppError('CONFLICT', `channels.json of ${name} cannot be read. Deploy a release first.`)
}

interface Wanted {
  settled: Settled
  name: string
  change: ChannelChange
}

async function stepOf(dir: string, wanted: Wanted): Promise<Step> {
  const { settled, name, change } = wanted
  const channels = channelsOf(settled, name)
  switch (change.action) {
    case 'promote':
      return await promote(dir, name, channels)
    case 'canary':
      return { name, ...share(name, channels, change.share) }
    case 'rollback':
      if (channels.canary && change.version === undefined) return endCanary(name, channels)
      return await rollBack(dir, { ...wanted, channels, version: change.version })
    case 'pin':
      return { name, channels: { ...channels, pinned: true }, line: { version: channels.stable, channel: 'stable' } }
    case 'unpin':
      return unpin(name, channels)
    case 'withdraw':
      return withdraw(name, channels)
  }
}

function unpin(name: string, { pinned: _pinned, ...channels }: Channels): Step {
  return { name, channels, line: { version: channels.stable, channel: 'stable' } }
}

function withdraw(name: string, { stable, canary, pinned }: Channels): Step {
  if (name === SHELL) throw new AppError('CONFLICT', 'The shell cannot be withdrawn: every page needs it.')
  if (pinned) throw new AppError('CONFLICT', `${name} is pinned to ${stable}. Unpin it first.`)
  return { name, channels: { from: 'deploy' }, line: { version: stable ?? canary?.version } }
}

async function promote(dir: string, name: string, { canary, stable, pinned, ...channels }: Channels): Promise<Step> {
  if (!canary) throw new AppError('CONFLICT', `${name} has no canary to promote. Deploy one first.`)
  if (pinned) throw refusal({ name, version: canary.version }, `${name} is pinned to ${stable}. Unpin it first`)
  const { version } = canary
  await readKept(dir, name, version)
  return {
    name,
    channels: { ...channels, stable: version, from: 'deploy' },
    line: { version, channel: 'stable', was: stable },
  }
}

function share(name: string, { canary, ...channels }: Channels, to: number): Omit<Step, 'name'> {
  if (!canary) throw new AppError('CONFLICT', `${name} has no canary. Deploy one first.`)
  const changed = { ...canary, share: to }
  return { channels: { ...channels, canary: changed }, line: { ...changed, channel: 'canary', was: canary.version } }
}

function endCanary(name: string, { canary, ...channels }: Channels): Step {
  return { name, channels, line: { version: canary?.version, channel: 'canary' } }
}

/** A canary ends, too: it was made for the version that is left. */
async function rollBack(
  dir: string,
  { settled, name, channels, version }: Wanted & { channels: Channels; version: string | undefined },
): Promise<Step> {
  const { canary: _ended, stable, ...rest } = channels
  const target = await targetOf(dir, name, { stable, version })
  const release = await readKept(dir, name, target)
  const objection = findObjectionNow(release, settled)
  if (objection) throw refusal(release, objection)
  return {
    name,
    channels: { ...rest, stable: target, from: 'deploy' },
    line: { version: target, channel: 'stable', was: stable },
  }
}
