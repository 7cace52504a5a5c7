import { useLocation } from 'react-router-dom'
import { isServer, servedBoot } from './site.ts'
import { useIsServed } from './use-is-served.ts'

/**
 * The state of the history entry, which says what led here. While a page is hydrated it is what the server knew of it, since
 * the entry may say more.
 */
export function useEntryState(): object | undefined {
  const state: object | undefined = useLocation().state ?? undefined
  const isServed = useIsServed()
  return isServed && !isServer ? servedBoot().state : state
}
