import type { PostWithDetail } from '@aangan/contracts/posts'
import { Button } from '@aangan/design/button'
import Bookmark from 'lucide-react/icons/bookmark'
import { useSaving } from '../shared/use-saving.ts'
import * as s from './save-button.module.css'

/** Optimistic; visitors are then asked to sign in. */
export function SaveButton({ post }: { post: PostWithDetail }) {
  const { saved, toggle } = useSaving(post.id, post.isSaved)
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
