import { useSyncExternalStore } from 'react'

/** Whether this tab is the one in front, and the window is in use. */
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
