import { useLayoutEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { selectLeft } from './list-slice.ts'

/**
 * Where one screen shows the list or the map: the map from its top, and the list where the reader left it, unless the
 * map brought another search. A screen that is new leaves the position to the shell, which knows the history.
 */
export function useListScroll(search: string, onlyMap: boolean): void {
  const left = useSelector(selectLeft)
  const last = useRef(onlyMap)
  useLayoutEffect(() => {
    if (last.current === onlyMap) return
    last.current = onlyMap
    window.scrollTo(0, !onlyMap && left?.search === search ? left.top : 0)
  }, [onlyMap, left, search])
}
