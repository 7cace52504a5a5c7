import type { PostWithDetail } from '@aangan/contracts/posts'
import { useRemote, useSession } from '@aangan/web-kit/context'
import { Button } from '@aangan/web-kit/ui/button'
import Bookmark from 'lucide-react/icons/bookmark'
import { useState } from 'react'
import { useToggleSavedMutation } from '../api.ts'
import * as s from './save-button.module.css'

/** Keeps the place, or gives it up. It flips at once, for everybody; a visitor is then asked to sign in. */
export function SaveButton({ post }: { post: PostWithDetail }) {
  const { navigate, report } = useRemote()
  const session = useSession()
  const [toggleSaved] = useToggleSavedMutation()
  const [flipped, setFlipped] = useState(false)
  const saved = post.isSaved !== flipped

  function toggle() {
    if (session) {
      toggleSaved(post.id).unwrap().catch(report)
    } else {
      setFlipped(!flipped)
      afterPaint(() => navigate('/login'))
    }
  }

  return (
    <Button
      variant="quiet"
      className={saved ? s.saved : undefined}
      icon={<Bookmark size={18} fill={saved ? 'currentColor' : 'none'} />}
      aria-pressed={saved}
      onClick={toggle}
    >
      {saved ? 'Place Saved' : 'Save the Place'}
    </Button>
  )
}

/** The frame asked for first is the one that paints what has just changed. */
function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(callback))
}
