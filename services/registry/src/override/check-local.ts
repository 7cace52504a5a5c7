import type { Release } from '@aangan/contracts/manifest'
import { toRemoteRelease } from '@aangan/contracts/release-urls'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { AppError } from '@aangan/service-kit/errors'
import { findObjectionNow } from '../releases/gate.ts'
import { checkBuilt } from '../releases/rules.ts'
import type { LiveReleases } from '../releases/settled.ts'
import type { Override } from './grants.ts'

/**
 * The local release as pages need it, with the addresses of its origin. Throws CONFLICT with the reason for which a
 * deploy would be refused; budgets and hashes are not checked, since a build for development has none.
 */
export function checkLocal(built: unknown, { name, origin }: Override, live: LiveReleases): RemoteRelease {
  const release = readLocal(built)
  const { manifest } = release
  if (release.name !== name || !manifest) throw refused(`its name is '${release.name}', not '${name}'`)
  const objection = findObjectionNow(release, live)
  if (objection !== null) throw refused(objection)
  return toRemoteRelease({ ...release, manifest }, origin)
}

function readLocal(built: unknown): Release {
  try {
    return checkBuilt(built)
  } catch (cause) {
    throw refused(cause instanceof Error ? cause.message : String(cause))
  }
}

function refused(why: string): AppError {
  return new AppError('CONFLICT', `It is refused, as a deploy would be: ${why}.`)
}
