import type { PageBoot } from '@aangan/contracts/page'
import { matchRoute } from '@aangan/contracts/routes'
import { useSyncExternalStore } from 'react'
import { currentPlace, subscribe } from '../navigation/history.ts'

/** How a page is called until its remote knows a better name for it. */
function pageTitle({ remotes, site }: PageBoot, path: string): string {
  return `${matchRoute(remotes, path)?.route.title ?? 'Not Found'} · ${site.name}`
}

/** Whether a page's remote names it after what it shows: all listings have the same title in the manifest. */
function isNamedByRemote({ remotes }: PageBoot, path: string): boolean {
  const about = matchRoute(remotes, path)?.route.about
  return about === 'search' || about === 'listing'
}

let arrived = ''
const listeners = new Set<() => void>()

/**
 * The name of the page that was come to, for those who are told of it; '' until it is known, and on the first page, which
 * the browser itself tells of.
 */
export function useArrivedTitle(): string {
  return useSyncExternalStore(
    subscribeToArrivals,
    () => arrived,
    () => '',
  )
}

function subscribeToArrivals(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Names the document after each page the reader comes to. At once, not with the page's next rendering: that may come
 * after the remote's own, which names the search or the listing. The first page was named by whoever sent it.
 */
export function keepTitle(boot: PageBoot): void {
  let last = currentPlace().path
  // A remote sets the document's title, and that is all that the shell knows of it.
  const naming = new MutationObserver(() => {
    naming.disconnect()
    arrive(document.title)
  })
  subscribe(() => {
    const { path } = currentPlace()
    if (path === last) return
    last = path
    document.title = pageTitle(boot, path)
    naming.disconnect()
    const element = isNamedByRemote(boot, path) ? document.querySelector('title') : null
    arrive(element ? '' : document.title)
    if (element) naming.observe(element, { childList: true })
  })
}

function arrive(title: string): void {
  arrived = title
  for (const listener of listeners) listener()
}
