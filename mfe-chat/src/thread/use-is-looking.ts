import { useSyncExternalStore } from 'react'

export function useIsLooking(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible' && document.hasFocus(),
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  window.addEventListener('focus', listener, { signal })
  window.addEventListener('blur', listener, { signal })
  document.addEventListener('visibilitychange', listener, { signal })
  return () => controller.abort()
}
