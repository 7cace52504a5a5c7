import { KEPT } from '@aangan/contracts/page'

/**
 * The last answer to a GET, if the browser has kept it for this session: services say with `Cache-Control` and `Vary`
 * what it may keep, and for whom. Never asks the server. Null if there is none.
 */
export async function fetchKept(url: string): Promise<Response | null> {
  try {
    const response = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' })
    return response.ok ? response : null
  } catch {
    return null
  }
}

/** For the shell, which says so, and asks for the site until it is back. There is no document on a server. */
export function showKept(isKept: boolean): void {
  globalThis.document?.documentElement.toggleAttribute(KEPT, isKept)
}
