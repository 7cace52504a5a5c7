import { useCallback } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { ResultsMap } from '../map/results-map.tsx'
import type { PostsPage } from '../shared/posts-page.ts'
import { searchInArea } from './filters.ts'
import { nothingLabel } from './labels.ts'
import { activated, selectActiveId } from './list-slice.ts'
import { useWide } from './use-wide.ts'

interface MapPaneProps {
  search: string
  page: PostsPage | undefined
  loading: boolean
  /** Counts repeated searches. */
  repeats: number
  /** Whether the list is not beside it. */
  alone: boolean
  onSearch: (search: string) => void
}

/** On wide screens, and where it is alone. In a component of its own, so that only it is rendered again for the width. */
export function MapPane(props: MapPaneProps) {
  const isWide = useWide()
  return isWide || props.alone ? <Pane {...props} /> : null
}

/** Shares the active listing with the list. */
function Pane({ search, page, loading, repeats, alone, onSearch }: MapPaneProps) {
  const dispatch = useDispatch()
  const activeId = useSelector(selectActiveId)
  const activate = useCallback((id: string | null) => void dispatch(activated(id)), [dispatch])
  const searchArea = useCallback((bbox: string) => onSearch(searchInArea(search, bbox)), [onSearch, search])
  return (
    <ResultsMap
      posts={page?.posts ?? null}
      complete={page !== undefined && isComplete(page, search)}
      loading={loading}
      search={search}
      repeats={repeats}
      nothing={alone ? nothingLabel(search) : null}
      activeId={activeId}
      onActive={activate}
      onSearchArea={searchArea}
    />
  )
}

/** Whether the page contains all results. */
function isComplete({ next }: PostsPage, search: string): boolean {
  return next === null && !new URLSearchParams(search).get('after')
}
