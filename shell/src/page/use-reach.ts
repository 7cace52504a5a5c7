import { KEPT } from '@aangan/contracts/page'
import { isOffline } from '@aangan/remote/is-offline'
import { useSyncExternalStore } from 'react'

/** `away`: the site is, though the browser believes that it is online. */
export type Reach = 'there' | 'offline' | 'away'

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
