import { useLayoutEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { selectLeft } from './list-slice.ts'

/**
 * When the list and the map share one screen: the map opens at its top, the list where it was left, unless the search has
 * changed. The shell restores the position of a newly mounted screen.
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
