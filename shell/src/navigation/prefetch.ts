import type { PageBoot } from '@aangan/contracts/page'
import { matchRoute } from '@aangan/contracts/routes'
import type { Remotes } from '../federation/remotes.ts'

/** Preloads a page when a link to it is hovered, touched or focused, in any remote. */
export function prefetchOnIntent({ remotes }: PageBoot, loader: Remotes): void {
  const consider = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return
    const match = matchRoute(remotes, link.pathname)
    if (match) loader.prefetch(match)
  }
  for (const intent of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(intent, consider, { passive: true })
  }
}
