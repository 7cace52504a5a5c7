import { keepInEntry, keptInEntry } from '@aangan/web-kit/entry-state'
import { useEffect, useLayoutEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { mapShown, selectView } from './list-slice.ts'

/** Restores the map after a reload, on screens too narrow for list and map together. */
export function useViewOfEntry(): void {
  const dispatch = useDispatch()
  const view = useSelector(selectView)
  const { key, search } = useLocation()

  // Only on mount: afterwards the store is authoritative.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    // On Back from a listing the store still has the view and the scroll position.
    if (keptInEntry(key).view === 'map' && view !== 'map') dispatch(mapShown({ search, top: 0 }))
  }, [])

  useEffect(() => {
    if (view === 'map' || keptInEntry(key).view) keepInEntry(key, { view })
  }, [key, view])
}
