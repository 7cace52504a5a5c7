import { useRemote } from '@aangan/remote/context'
import { useCallback, useMemo, useState } from 'react'
import { useStore } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { usePostsQuery } from '../shared/api.ts'
import { type ListRoot, selectIsNew } from './list-slice.ts'

/**
 * The results of the current search, fetched again unless Back or Forward led here, or the page came with them: there may
 * be new ones. `search` also repeats the current one, which increments `repeats`.
 */
export function useSearch(shown: string) {
  const { navigate } = useRemote()
  const store = useStore<ListRoot>()
  const { key } = useLocation()
  // While the entry is shown the answer stays the same.
  const isNew = useMemo(() => selectIsNew(store.getState(), key), [store, key])
  const [repeats, setRepeats] = useState(0)
  const found = usePostsQuery(shown, { refetchOnMountOrArgChange: isNew })
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
