import type { Post } from '@aangan/contracts/posts'
import { classNames } from '@aangan/design/class-names'
import Bookmark from 'lucide-react/icons/bookmark'
import { useSaving } from '../shared/use-saving.ts'
import * as s from './save-on-card.module.css'

export function SaveOnCard({ post }: { post: Post }) {
  const { saved, toggle } = useSaving(post.id)
  const label = saved ? 'Place Saved' : 'Save the Place'
  return (
    <button
      type="button"
      className={classNames(s.save, saved && s.saved)}
      aria-pressed={saved}
      aria-label={`${label}: ${post.title}`}
      title={label}
      onClick={toggle}
    >
      <Bookmark size={20} fill={saved ? 'currentColor' : 'none'} />
    </button>
  )
}
