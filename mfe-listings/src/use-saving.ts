import { useRemote, useSession } from '@aangan/web-kit/context'
import { useState } from 'react'
import { useToggleSavedMutation } from './api.ts'

/**
 * Whether a place is shown as saved, and what changes that. It flips at once, for everybody; a visitor is then asked to
 * sign in, and what the server does not do is taken back. `isSaved` is what the server said; lists do not say it.
 */
export function useSaving(postId: string, isSaved?: boolean): { saved: boolean; toggle: () => void } {
  const { navigate, report } = useRemote()
  const session = useSession()
  const [toggleSaved] = useToggleSavedMutation()
  const [flipped, setFlipped] = useState(false)
  const flip = () => setFlipped((now) => !now)

  function toggle() {
    if (!session) {
      flip()
      afterPaint(() => navigate('/login'))
      return
    }
    // What the server said is in the cache, which the mutation itself flips.
    const flipHere = isSaved === undefined ? flip : () => {}
    flipHere()
    toggleSaved(postId)
      .unwrap()
      .catch((error: unknown) => {
        flipHere()
        report(error)
      })
  }

  return { saved: (isSaved ?? false) !== flipped, toggle }
}

/** The frame asked for first is the one that paints what has just changed. */
function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(callback))
}
