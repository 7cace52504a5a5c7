import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import { AppError } from '@aangan/service-kit/errors'
import { type AuditLine, readHistory } from './audit.ts'
import { listVersions, readVersion } from './folder.ts'

/** Versions that a refusal names. */
const MOST_NAMED = 10

/** The version that a rollback goes to; `version`: the one that was asked for, or the beginning of its name. */
export async function targetOf(dir: string, name: string, { stable, version }: Asked): Promise<string> {
  const folder = join(dir, name)
  if (version !== undefined) return nameInFull(name, version, await listVersions(folder))
  const history = await readHistory(dir, name)
  const before = versionBefore(history, stable)
  if (before !== undefined) return before
  const others = (await listVersions(folder)).filter((each) => each !== stable)
  const nameOne = others.length > 0 ? ' Name one.' : ''
  const withdraw = stable === undefined ? '' : ' To take it off the site: aangan withdraw.'
  throw new AppError('CONFLICT', `${whyNone(name, { stable, history })} ${keptOf(others)}${nameOne}${withdraw}`)
}

interface Asked {
  stable: string | undefined
  version: string | undefined
}

function whyNone(name: string, { stable, history }: { stable: string | undefined; history: AuditLine[] }): string {
  if (stable === undefined) return `No version of ${name} is live.`
  const starts = history.filter((line) => isStart(line, stable))
  return starts.length > 0 && starts.every(({ was }) => was === undefined)
    ? `${stable} is the first version of ${name}: there is none before it.`
    : `It is not known which version of ${name} was live before ${stable}.`
}

/** Builds add a hash to the version that people know: 1.1.0 may be 1.1.0-3f9a1c0b2d. */
function nameInFull(name: string, version: string, kept: string[]): string {
  if (kept.includes(version)) return version
  const meant = kept.filter((each) => begins(each, version))
  if (meant.length > 1)
    throw new AppError(
      'CONFLICT',
      `${name} ${version} may be ${meant.join(' or ')}, the newest first. Name one of them in full.`,
    )
  return meant[0] ?? version
}

/** 1.1 does not mean 1.10.0; a hash may be cut anywhere. */
function begins(version: string, beginning: string): boolean {
  if (!version.startsWith(beginning)) return false
  return /[-+]/.test(beginning) || !/^\d/.test(version.slice(beginning.length))
}

/** Throws NOT_FOUND, with the versions that there are. */
export async function readKept(dir: string, name: string, version: string): Promise<Release> {
  return await readVersion(dir, name, version).catch(async (cause: unknown) => {
    const kept = await listVersions(join(dir, name))
    const why = kept.includes(version) ? 'is damaged' : 'is not kept'
    const others = kept.filter((each) => each !== version)
    throw new AppError('NOT_FOUND', `${name} ${version} ${why}. ${keptOf(others)}`, { cause })
  })
}

function keptOf(versions: string[]): string {
  if (versions.length === 0) return 'No other one is kept.'
  const more = versions.length > MOST_NAMED ? `, and ${versions.length - MOST_NAMED} older ones` : ''
  return `Kept, the newest first: ${versions.slice(0, MOST_NAMED).join(', ')}${more}.`
}

/** The version that was stable before this one. What a rollback went back from is not before it. */
export function versionBefore(history: AuditLine[], version: string | undefined): string | undefined {
  const start = history.findLast((line) => isStart(line, version) && line.was)
  return start?.was === version ? undefined : start?.was
}

function isStart({ action, channel, version }: AuditLine, of: string | undefined): boolean {
  return (action === 'deploy' || action === 'promote') && channel === 'stable' && version === of
}
