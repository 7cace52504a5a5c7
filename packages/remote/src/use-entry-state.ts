import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { servedBoot } from './site.ts'

const isServer = typeof document === 'undefined'
const never = () => () => {}

/**
 * The state of the history entry, which says what led here. While a page is hydrated it is what the server knew of it, since
 * the entry may say more.
 */
export function useEntryState(): object | undefined {
  const state: object | undefined = useLocation().state ?? undefined
  const served = () => (isServer ? state : servedBoot().state)
  return useSyncExternalStore(never, () => state, served)
}
