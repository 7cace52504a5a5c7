import type { ChannelChange, Deployed, Deployment, ReleaseChannels, ReleaseStatus } from '@aangan/contracts/releases'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import { type AuditLine, readHistory } from '../releases/audit.ts'
import { firstBucket } from '../releases/canaries.ts'
import { type ChannelChange as Change, changeChannels } from '../releases/change.ts'
import { type CanaryChannel, readChannels } from '../releases/channels.ts'
import { publishRelease } from '../releases/publish.ts'

/** Actions of a status, the latest ones. */
const MOST_ACTIONS = 200
/** On the wire a share is a percentage. */
const PERCENT = 100

interface Deploying {
  /** A folder with the release. */
  from: string
  releasesDir: string
  to: Deployment
  by: string
  mostBytes: number
}

interface Changing {
  name: string
  change: ChannelChange
  by: string
}

/** Throws BAD_REQUEST for a broken release, CONFLICT for one that does not fit what is live. */
export async function deployRelease({ to, ...publication }: Deploying): Promise<Omit<Deployed, 'url'>> {
  const { from, releasesDir } = publication
  try {
    const why = to.why === undefined ? {} : { why: to.why }
    const { name, version, changed } = await publishRelease({ ...publication, to: channelOf(to), ...why })
    const wasStable = !changed && (await readChannels(releasesDir, name))?.stable === version
    return { name, version, changed, channel: wasStable ? 'stable' : (to.channel ?? 'stable') }
  } catch (error) {
    if (!isAppError(error)) throw error
    // The team knows its files, not where they were put.
    throw new AppError(error.code, error.message.replaceAll(`${from}/`, ''), { cause: error })
  }
}

/** Throws BAD_REQUEST for a share without a canary, or the reverse. */
function channelOf({ channel, share, set }: Deployment): 'stable' | { share: number; set?: string } {
  if (channel !== 'canary' && (share ?? set) !== undefined)
    throw new AppError('BAD_REQUEST', 'share and set are for channel=canary')
  if (channel !== 'canary') return 'stable'
  return { share: shareOf(share), ...(set !== undefined && { set }) }
}

function shareOf(percent: number | undefined): number {
  if (percent === undefined) throw new AppError('BAD_REQUEST', 'A canary needs its share, in percent of the visitors')
  return percent / PERCENT
}

/** Throws BAD_REQUEST, NOT_FOUND or CONFLICT; FORBIDDEN if a canary goes together with other remotes. */
export async function changeRelease(releasesDir: string, { name, change, by }: Changing): Promise<ReleaseChannels> {
  await changeChannels(releasesDir, name, toChange(change), { by, mayChange: (other) => other === name })
  return await channelsOf(releasesDir, name)
}

function toChange({ action, version, share, why }: ChannelChange): Change {
  const reason = why === undefined ? {} : { why }
  if (action === 'canary') return { action, share: shareOf(share), ...reason }
  if (action === 'rollback') return { action, ...(version !== undefined && { version }), ...reason }
  return { action, ...reason }
}

export async function readStatus(releasesDir: string, name: string): Promise<ReleaseStatus> {
  const history = (await readHistory(releasesDir, name)).slice(-MOST_ACTIONS).reverse().map(toAction)
  return { name, channels: await channelsOf(releasesDir, name), history }
}

async function channelsOf(releasesDir: string, name: string): Promise<ReleaseChannels> {
  const { stable = null, canary, pinned = false } = (await readChannels(releasesDir, name)) ?? {}
  return { stable, canary: canary ? toCanary(canary) : null, pinned }
}

function toCanary({ share, ...canary }: CanaryChannel): ReleaseChannels['canary'] {
  return { ...canary, share: percentOf(share), ...(share > 0 && { visit: firstBucket(canary.set) }) }
}

function toAction({ name: _name, share, ...line }: AuditLine): ReleaseStatus['history'][number] {
  return { ...line, ...(share !== undefined && { share: percentOf(share) }) }
}

/** 29, not 28.999999999999996. */
function percentOf(share: number): number {
  return Number((share * PERCENT).toPrecision(12))
}
