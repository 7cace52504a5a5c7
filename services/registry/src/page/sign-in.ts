import type { RemoteRoute } from '@aangan/contracts/manifest'
import type { PageBoot } from '@aangan/contracts/page'
import { MAX_URL } from '@aangan/contracts/parse-url'
import { matchRoute, type PageAddress, pageAddress, type RouteMatch } from '@aangan/contracts/routes'
import { nextAfterSignIn, SIGN_IN, type SignInState, signInAddress } from '@aangan/contracts/sign-in'

/** Where to send a visitor who opens a page; null unless it is for people who are signed in. */
export function signInFor(match: RouteMatch<RemoteRoute> | null, { path, search }: PageAddress): string | null {
  if (!match?.route.signedIn || path === SIGN_IN) return null
  // In another address it may become three times as long.
  const addresses = [path + search, path].map(signInAddress)
  return addresses.find(({ length }) => length <= MAX_URL) ?? SIGN_IN
}

/** What the sign-in page says to visitors who were sent there: by the manifest, since anybody can write its address. */
export function signInState(remotes: PageBoot['remotes'], { path, search }: PageAddress): SignInState | null {
  const next = path === SIGN_IN ? pageAddress(nextAfterSignIn(search)).path : null
  const reason = next === null ? undefined : matchRoute(remotes, next)?.route.signedIn
  return typeof reason === 'string' ? { reason } : null
}
