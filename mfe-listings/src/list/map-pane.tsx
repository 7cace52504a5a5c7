import type { Post } from '@aangan/contracts/posts'
import { useRemote } from '@aangan/web-kit/context'
import { useCallback } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { ResultsMap } from '../map/results-map.tsx'
import type { PostsPage } from '../posts-page.ts'
import { searchInArea } from './filters.ts'
import { activated, selectActiveId } from './list-slice.ts'

interface MapPaneProps {
  search: string
  page: PostsPage | undefined
  loading: boolean
}

const NONE: readonly Post[] = []

/** The map of the same results: what is pointed at in one of list and map is marked in the other. */
export function MapPane({ search, page, loading }: MapPaneProps) {
  const { navigate } = useRemote()
  const dispatch = useDispatch()
  const activeId = useSelector(selectActiveId)
  const activate = useCallback((id: string | null) => void dispatch(activated(id)), [dispatch])
  const searchArea = useCallback((bbox: string) => navigate(`/list${searchInArea(search, bbox)}`), [navigate, search])
  return (
    <ResultsMap
      posts={page?.posts ?? NONE}
      loading={loading}
      search={search}
      activeId={activeId}
      onActive={activate}
      onSearchArea={searchArea}
    />
  )
}
