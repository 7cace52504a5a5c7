import { CHANGED_RELEASES_URL, type ChangedReleases } from '@aangan/contracts/changed-releases'
import type { PageBoot } from '@aangan/contracts/page'

/**
 * Asks which releases this page should use instead of its own. Rejects while the registry cannot tell.
 * @param failed versions that failed in this tab, by remote
 */
export async function askChanged(
  { shell, remotes }: PageBoot,
  failed: Record<string, { versions: string[] }>,
): Promise<ChangedReleases> {
  const query = new URLSearchParams({ has: list({ shell, ...remotes }), failed: listAll(failed) })
  const answer = await fetch(`${CHANGED_RELEASES_URL}?${query}`, { signal: AbortSignal.timeout(shell.deadlineMs) })
  if (!answer.ok) throw new Error(`${CHANGED_RELEASES_URL} returned ${answer.status}.`)
  return (await answer.json()) as ChangedReleases
}

function list(releases: Record<string, { version: string }>): string {
  return Object.entries(releases)
    .map(([name, { version }]) => `${name}@${version}`)
    .join()
}

function listAll(failed: Record<string, { versions: string[] }>): string {
  return Object.entries(failed)
    .flatMap(([name, { versions }]) => versions.map((version) => `${name}@${version}`))
    .join()
}
