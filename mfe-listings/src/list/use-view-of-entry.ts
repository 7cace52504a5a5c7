import { readEntryState, updateEntryState } from '@aangan/remote/entry-state'
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
    if (readEntryState(key).view === 'map' && view !== 'map') dispatch(mapShown({ search, top: 0 }))
  }, [])

  useEffect(() => {
    if (view === 'map' || readEntryState(key).view) updateEntryState(key, { view })
  }, [key, view])
}
