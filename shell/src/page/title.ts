import type { PageBoot } from '@aangan/contracts/page'
import type { UnreadContext } from '@aangan/contracts/remotes'
import { matchRoute } from '@aangan/contracts/routes'
import { useSyncExternalStore } from 'react'
import { currentEntry, subscribe } from '../navigation/history.ts'
import { countInTitle } from './count-in-title.ts'

/** The title until the remote sets its own. */
function pageTitle({ remotes, site }: PageBoot, path: string): string {
  return `${matchRoute(remotes, path)?.route.title ?? 'Not Found'} · ${site.name}`
}

/** Whether the remote sets the title: the manifest has only one for all listings. */
function isNamedByRemote({ remotes }: PageBoot, path: string): boolean {
  const about = matchRoute(remotes, path)?.route.about
  return about === 'search' || about === 'listing'
}

let arrived = ''
const listeners = new Set<() => void>()

/** The title to announce after navigation. '' until it is known, and on the first page, which the browser announces. */
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
 * Sets the title on navigation, synchronously: rendering could happen after the remote has set its own. The first page's
 * title comes with the HTML, except that one for every address, which a gateway keeps, has only the site's name.
 */
export function keepTitle(boot: PageBoot, unread: UnreadContext): void {
  let last = currentEntry().path
  let isAwaited = false
  const isUnnamed = document.title === boot.site.name
  const nameIt = countInTitle(unread, (name) => {
    if (isAwaited) arrive(name)
    isAwaited = false
  })
  if (isUnnamed) nameIt(pageTitle(boot, last))
  subscribe(() => {
    const { path } = currentEntry()
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
