import { useRemote, useSession } from '@aangan/web-kit/context'
import { useState } from 'react'
import { useSelector } from 'react-redux'
import { useSavedIdsQuery } from './api.ts'
import { type SavedRoot, selectSaved } from './saved-slice.ts'
import { useToggleSavedMutation } from './saving-api.ts'

/**
 * Whether a place is shown as saved, and what changes that. It flips at once, for everybody; a visitor is then asked to
 * sign in, and what the server does not do is taken back. `isSaved` is what the server said; lists do not say it.
 */
export function useSaving(postId: string, isSaved = false): { saved: boolean; toggle: () => void } {
  const { report, session } = useRemote()
  const { status } = useSession()
  const known = useSelector((root: SavedRoot) => selectSaved(root, postId))
  useSavedIdsQuery(undefined, { skip: status !== 'user' })
  // One at a time, on the card and the page alike: the call is a toggle, and answers may overtake each other.
  const [toggleSaved, { isLoading }] = useToggleSavedMutation({ fixedCacheKey: postId })
  const [flipped, setFlipped] = useState(false)
  const saved = (known ?? isSaved) !== flipped

  function toggle() {
    if (isLoading) return
    if (status === 'visitor') {
      setFlipped(!flipped)
      afterPaint(session.signIn)
      return
    }
    toggleSaved({ id: postId, shown: saved }).unwrap().catch(report)
  }

  return { saved, toggle }
}

/** The frame asked for first is the one that paints what has just changed. */
function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(callback))
}
