import type { PageBoot } from '@aangan/contracts/page'
import { matchRoute } from '@aangan/contracts/routes'
import { currentPlace, subscribe } from '../navigation/history.ts'

/** How a page is called until its remote knows a better name for it. */
export function pageTitle({ remotes, site }: PageBoot, path: string): string {
  return `${matchRoute(remotes, path)?.route.title ?? 'Not Found'} · ${site.name}`
}

/**
 * Names the document after each page the reader comes to. At once, not with the page's next rendering: that may come
 * after the remote's own, which names the search or the listing. The first page was named by whoever sent it.
 */
export function keepTitle(boot: PageBoot): void {
  let last = currentPlace().path
  subscribe(() => {
    const { path } = currentPlace()
    if (path !== last) document.title = pageTitle(boot, path)
    last = path
  })
}
