import { Badge } from '@aangan/design/badge'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import { useUnread } from '@aangan/remote/context'

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
