import { isOffline } from '@aangan/remote/is-offline'
import { useSyncExternalStore } from 'react'
import * as s from './offline-strip.module.css'

/** Under the links of the bar, and part of its height. */
export function OfflineStrip() {
  const isShown = useSyncExternalStore(subscribe, isOffline, () => false)
  return <div role="status">{isShown && <p className={s.strip}>You are offline</p>}</div>
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
