import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChannelChange, Deployment, ReleaseChannels, ReleaseStatus } from '@aangan/contracts/releases'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { readHistory, writeAudit } from '../releases/audit.ts'
import { type Published, publishRelease } from '../releases/publish.ts'

/** The only file here that knows how releases and channels are stored. */

export interface Deploying {
  /** A folder with the release. */
  from: string
  releasesDir: string
  to: Deployment
  by: string
}

interface Changing {
  name: string
  change: ChannelChange
  by: string
}

/** Throws BAD_REQUEST for a broken release, CONFLICT for one that does not fit what is live. */
export async function deployRelease({ from, releasesDir, to, by }: Deploying): Promise<Published> {
  if (to.channel === 'canary') throw notYet('canary')
  const release = await readFile(join(from, 'release.json'), 'utf8')
  await checkUnchanged(releasesDir, release)
  try {
    const published = await publishRelease({ from, releasesDir })
    const { name, version, changed } = published
    if (changed) await writeAudit(releasesDir, { by, action: 'deploy', name, version, channel: 'stable' })
    // Of two that are deployed at once with the same version, one came first.
    await checkUnchanged(releasesDir, release)
    return published
  } catch (error) {
    throw refusalOf(error, from)
  }
}

/** Throws CONFLICT if there is another release of this name and version. */
async function checkUnchanged(releasesDir: string, text: string): Promise<void> {
  const { name, version } = JSON.parse(text)
  if (!/^[0-9A-Za-z][0-9A-Za-z.+-]*$/.test(version)) return
  const stored = await readFile(join(releasesDir, name, version, 'release.json'), 'utf8').catch(ifMissing(text))
  if (stored !== text)
    throw new AppError('CONFLICT', `${name} ${version} exists with other content: deploy a new version`)
}

/** An error of the file system is ours, any other the team's. */
function refusalOf(error: unknown, from: string): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isAppError(cause) || 'syscall' in cause) return cause
  const message = error instanceof Error ? error.message : String(error)
  return new AppError('BAD_REQUEST', message.replaceAll(`${from}/`, ''), { cause: error })
}

/** Throws BAD_REQUEST, NOT_FOUND or CONFLICT. */
export async function changeRelease(releasesDir: string, { name, change, by }: Changing): Promise<ReleaseChannels> {
  if (change.action !== 'rollback') throw notYet(change.action)
  const { stable } = await readChannels(releasesDir, name)
  const version = change.version ?? (await versionBefore(releasesDir, name, stable))
  const from = join(releasesDir, name, version)
  await readFile(join(from, 'release.json')).catch(() => {
    throw new AppError('NOT_FOUND', `There is no ${name} ${version} any more. Deploy it again.`)
  })
  const { why } = change
  await publishRelease({ from, releasesDir })
  const line = { by, action: 'rollback', name, version, channel: 'stable' } as const
  await writeAudit(releasesDir, why === undefined ? line : { ...line, why })
  return await readChannels(releasesDir, name)
}

async function versionBefore(releasesDir: string, name: string, stable: string | null): Promise<string> {
  const lines = await readHistory(releasesDir, name)
  const before = lines.findLast(({ channel, version }) => channel === 'stable' && version !== stable)?.version
  if (before === undefined) throw new AppError('CONFLICT', `${name} has no version before ${stable}: name one.`)
  return before
}

export async function readStatus(releasesDir: string, name: string): Promise<ReleaseStatus> {
  const history = (await readHistory(releasesDir, name)).reverse()
  return { name, channels: await readChannels(releasesDir, name), history }
}

async function readChannels(releasesDir: string, name: string): Promise<ReleaseChannels> {
  const text = await readFile(join(releasesDir, name, 'channels.json'), 'utf8').catch(ifMissing('{}'))
  return { stable: JSON.parse(text).stable ?? null, canary: null, pinned: false }
}

function notYet(action: string): AppError {
  return new AppError('BAD_REQUEST', `${action} is not possible on this site yet`)
}
