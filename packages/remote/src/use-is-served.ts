import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether this render shows what a server knows: on a server, and while its page is hydrated. What only the browser knows
 * belongs in the next one.
 */
export function useIsServed(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}
