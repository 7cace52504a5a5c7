import { keepInEntry, keptInEntry } from '@aangan/web-kit/entry-state'
import { useEffect, useLayoutEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { mapShown, selectView } from './list-slice.ts'

/** Shows the map again after a reload, where list and map take turns and the map was shown. */
export function useViewOfEntry(): void {
  const dispatch = useDispatch()
  const view = useSelector(selectView)
  const { key, search } = useLocation()

  // Only on mount: later the store knows, also for other entries.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    // On the way back from a listing the store still knows where the list was left.
    if (keptInEntry(key).view === 'map' && view !== 'map') dispatch(mapShown({ search, top: 0 }))
  }, [])

  useEffect(() => {
    if (view === 'map' || keptInEntry(key).view) keepInEntry(key, { view })
  }, [key, view])
}
