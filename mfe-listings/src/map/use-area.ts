import type { MapItem } from '@aangan/contracts/posts'
import { useReconnect } from '@aangan/design/use-reconnect'
import { useEffect, useState } from 'react'
import { useAppDispatch } from '../shared/use-app-dispatch.ts'
import { mapApi } from './map-api.ts'

export interface Area {
  /** The latest response; null before the first, and while the list's page is shown. */
  items: readonly MapItem[] | null
  state: 'idle' | 'loading' | 'failed'
  retry: () => void
}

const NOTHING = { items: null, state: 'idle' } as const

/**
 * Requests the map items of an area; `search` comes from `areaSearch`, or is null while the map shows the list's page. Keeps
 * the previous items while loading and aborts stale requests. A change of `repeats` refetches, and what has failed is
 * requested again once the site can be reached.
 */
export function useArea(search: string | null, repeats: number): Area {
  const dispatch = useAppDispatch()
  const [area, setArea] = useState<Pick<Area, 'items' | 'state'>>(NOTHING)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (search === null) return setArea(NOTHING)
    let stale = false
    setArea(({ items }) => ({ items, state: 'loading' }))
    const request = dispatch(mapApi.endpoints.mapItems.initiate(search, { forceRefetch: attempt + repeats > 0 }))
    request.then(({ data }) => {
      if (!stale) setArea(({ items }) => (data ? { items: data, state: 'idle' } : { items, state: 'failed' }))
    })
    return () => {
      stale = true
      request.abort()
      request.unsubscribe()
    }
  }, [dispatch, search, attempt, repeats])

  const retry = () => setAttempt((count) => count + 1)
  useReconnect(area.state === 'failed' ? retry : undefined)
  return { ...area, retry }
}
