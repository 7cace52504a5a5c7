import { KEPT } from '@aangan/contracts/page'
import { isOffline } from '@aangan/remote/is-offline'
import { useSyncExternalStore } from 'react'
import * as s from './offline-strip.module.css'

/** Under the links of the bar, and part of its height. */
export function OfflineStrip() {
  const text = useSyncExternalStore(subscribe, textNow, () => '')
  return <div role="status">{text && <p className={s.strip}>{text}</p>}</div>
}

function textNow(): string {
  if (isOffline()) return 'You are offline'
  return document.documentElement.hasAttribute(KEPT) ? 'No connection. You see an earlier copy.' : ''
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
