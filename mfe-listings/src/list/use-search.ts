import { useRemote } from '@aangan/web-kit/context'
import { useCallback, useEffect, useState } from 'react'
import { usePostsQuery } from '../shared/api.ts'

/**
 * The results of the current search. `search` always refetches, even for the current one, which increments `repeats`;
 * links and Back use the cache.
 */
export function useSearch(shown: string) {
  const { navigate } = useRemote()
  const [asked, setAsked] = useState<string | null>(null)
  const [repeats, setRepeats] = useState(0)
  const found = usePostsQuery(shown, { refetchOnMountOrArgChange: asked === shown })
  const { refetch } = found

  // Only once: coming back here later uses the cache.
  useEffect(() => {
    if (asked === shown) setAsked(null)
  }, [asked, shown])

  const search = useCallback(
    (wanted: string) => {
      if (wanted === shown) {
        setRepeats((count) => count + 1)
        void refetch()
      } else setAsked(wanted)
      navigate(`/list${wanted}`)
    },
    [navigate, refetch, shown],
  )
  return { ...found, repeats, search }
}
