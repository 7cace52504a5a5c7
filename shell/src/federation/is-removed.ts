import type { RemoteRelease } from '@aangan/contracts/remotes'

/**
 * Whether the release that an open page uses is no longer on the server: then only a new page helps. False if the server
 * cannot tell.
 */
export async function isRemoved({ entry }: Pick<RemoteRelease, 'entry'>): Promise<boolean> {
  try {
    const { status } = await fetch(entry, { method: 'HEAD', cache: 'no-store' })
    return status === 404 || status === 410
  } catch {
    // Offline, or another host that allows no request.
    return false
  }
}
