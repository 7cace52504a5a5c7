import { useRemote } from '@aangan/web-kit/context'
import { useCallback, useEffect, useState } from 'react'
import { usePostsQuery } from '../api.ts'

/**
 * What the search shown finds, and what goes to another one. `search` always asks, also where an answer is at hand or
 * for the search that is shown: `repeats` counts those. Links, and Back, are content with what is at hand.
 */
export function useSearch(shown: string) {
  const { navigate } = useRemote()
  const [asked, setAsked] = useState<string | null>(null)
  const [repeats, setRepeats] = useState(0)
  const found = usePostsQuery(shown, { refetchOnMountOrArgChange: asked === shown })
  const { refetch } = found

  // Once: whoever comes back here did not press Search.
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
