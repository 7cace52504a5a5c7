import { CHANGED_RELEASES_URL, type ChangedReleases } from '@aangan/contracts/changed-releases'
import type { PageBoot } from '@aangan/contracts/page'
import type { FailedVersions } from './failed-releases.ts'

/** Asks which releases this page should use instead of its own. Rejects while the registry cannot tell. */
export async function askChanged({ shell, remotes }: PageBoot, failed: FailedVersions): Promise<ChangedReleases> {
  const has = Object.entries({ shell, ...remotes }).map(([name, { version }]) => `${name}@${version}`)
  const without = Object.entries(failed).flatMap(([name, versions]) => versions.map((version) => `${name}@${version}`))
  const query = new URLSearchParams({ has: has.join(), failed: without.join() })
  const answer = await fetch(`${CHANGED_RELEASES_URL}?${query}`, { signal: AbortSignal.timeout(shell.deadlineMs) })
  if (!answer.ok) throw new Error(`${CHANGED_RELEASES_URL} returned ${answer.status}.`)
  return (await answer.json()) as ChangedReleases
}
