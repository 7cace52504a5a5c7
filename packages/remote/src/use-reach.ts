import { KEPT } from '@aangan/contracts/page'
import { useSyncExternalStore } from 'react'
import { isOffline } from './is-offline.ts'

/** `away`: the site is, though the browser believes that it is online. */
export type Reach = 'there' | 'offline' | 'away'

/** In place of a page that could not be loaded: a lost connection is no error of the site's. */
export const UNREACHED: Record<Exclude<Reach, 'there'>, { title: string; message: string }> = {
  offline: { title: 'You are offline', message: 'The page will load as soon as you are back online.' },
  away: { title: 'The site cannot be reached', message: 'The page will load as soon as it can be reached again.' },
}

/** Whether the site can be reached, as far as this page has noticed. */
export function useReach(): Reach {
  return useSyncExternalStore(subscribe, reachNow, () => 'there')
}

function reachNow(): Reach {
  if (isOffline()) return 'offline'
  return document.documentElement.hasAttribute(KEPT) ? 'away' : 'there'
}

function subscribe(listener: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  for (const type of ['online', 'offline']) window.addEventListener(type, listener, { signal })
  const kept = new MutationObserver(listener)
  kept.observe(document.documentElement, { attributeFilter: [KEPT] })
  signal.addEventListener('abort', () => kept.disconnect())
  return () => controller.abort()
}
