import { useUnread } from '../context.tsx'
import { Badge } from './badge.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** The number of unread chats; renders nothing at 0. */
export function UnreadBadge() {
  const count = useUnread()
  if (count === 0) return null
  return (
    <Badge tone="count">
      <span>{count}</span> <VisuallyHidden>{count === 1 ? 'unread chat' : 'unread chats'}</VisuallyHidden>
    </Badge>
  )
}
