import { useRemote } from '@aangan/remote/context'
import { useCallback, useMemo, useState } from 'react'
import { useStore } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { usePostsQuery } from '../shared/api.ts'
import { type ListRoot, selectWasShown } from './list-slice.ts'

/** What the page was rendered with a moment ago is not asked for again. */
const FRESH_S = 5

/**
 * The results of the current search, fetched again unless Back or Forward led here: there may be new ones. `search` also
 * repeats the current one, which increments `repeats`.
 */
export function useSearch(shown: string) {
  const { navigate } = useRemote()
  const store = useStore<ListRoot>()
  const { key } = useLocation()
  // While the entry is shown the answer stays the same.
  const isNew = useMemo(() => !selectWasShown(store.getState(), key), [store, key])
  const [repeats, setRepeats] = useState(0)
  const found = usePostsQuery(shown, { refetchOnMountOrArgChange: isNew && FRESH_S })
  const { refetch } = found

  const search = useCallback(
    (wanted: string) => {
      if (wanted === shown) {
        setRepeats((count) => count + 1)
        void refetch()
      }
      navigate(`/list${wanted}`)
    },
    [navigate, refetch, shown],
  )
  return { ...found, repeats, search }
}
