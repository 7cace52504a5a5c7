import { useRemote } from '@aangan/web-kit/context'
import { useCallback, useState } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../api.ts'
import type { makeStore } from '../store.ts'

/**
 * Goes to a search and asks for it, also where an answer is at hand or it is the one that is shown. Links, and Back,
 * are content with what is at hand. `repeats` counts how often the one shown was asked for again.
 */
export function useSearch(shown: string): { repeats: number; search: (wanted: string) => void } {
  const { navigate } = useRemote()
  const dispatch = useDispatch<ReturnType<typeof makeStore>['dispatch']>()
  const [repeats, setRepeats] = useState(0)
  const search = useCallback(
    (wanted: string) => {
      void dispatch(api.endpoints.posts.initiate(wanted, { forceRefetch: true, subscribe: false }))
      if (wanted === shown) setRepeats((count) => count + 1)
      navigate(`/list${wanted}`)
    },
    [dispatch, navigate, shown],
  )
  return { repeats, search }
}
