import { useRemote, useSession } from '@aangan/web-kit/context'
import { useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useSavedIdsQuery } from './api.ts'
import { homeWanted, type SavedRoot, selectSaved } from './saved-slice.ts'
import { useToggleSavedMutation } from './saving-api.ts'

/**
 * Optimistic saving: visitors are then asked to sign in, after which `connect` saves it, and a failed request reverts.
 * `isSaved` is the server's value, which lists do not have.
 */
export function useSaving(postId: string, isSaved = false): { saved: boolean; toggle: () => void } {
  const { report, session } = useRemote()
  const { status } = useSession()
  const dispatch = useDispatch()
  const known = useSelector((root: SavedRoot) => selectSaved(root, postId))
  useSavedIdsQuery(undefined, { skip: status !== 'user' })
  // One request at a time, shared by card and page: the call toggles, and responses may arrive out of order.
  const [toggleSaved, { isLoading }] = useToggleSavedMutation({ fixedCacheKey: postId })
  const [flipped, setFlipped] = useState(false)
  const saved = (known ?? isSaved) !== flipped

  function toggle() {
    if (isLoading) return
    if (status === 'visitor') {
      setFlipped(!flipped)
      dispatch(homeWanted(saved ? null : postId))
      afterPaint(() => session.signIn('Sign in to save this home'))
      return
    }
    toggleSaved({ id: postId, shown: saved, isKnown: known !== undefined })
      .unwrap()
      .catch(report)
  }

  return { saved, toggle }
}

/** The first frame paints the change; the second runs after it. */
function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(callback))
}
