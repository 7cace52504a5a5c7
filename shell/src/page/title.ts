import type { PageBoot } from '@aangan/contracts/page'
import type { UnreadContext } from '@aangan/contracts/remotes'
import { matchRoute } from '@aangan/contracts/routes'
import { useSyncExternalStore } from 'react'
import { currentPlace, subscribe } from '../navigation/history.ts'
import { countInTitle } from './count-in-title.ts'

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
export function keepTitle(boot: PageBoot, unread: UnreadContext): void {
  let last = currentPlace().path
  let isAwaited = false
  const nameIt = countInTitle(unread, (name) => {
    if (isAwaited) arrive(name)
    isAwaited = false
  })
  subscribe(() => {
    const { path } = currentPlace()
    if (path === last) return
    last = path
    const title = pageTitle(boot, path)
    nameIt(title)
    isAwaited = isNamedByRemote(boot, path)
    arrive(isAwaited ? '' : title)
  })
}

function arrive(title: string): void {
  arrived = title
  for (const listener of listeners) listener()
}
