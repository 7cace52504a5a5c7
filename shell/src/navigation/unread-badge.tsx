import { useUnread } from '@aangan/web-kit/context'
import { Badge } from '@aangan/web-kit/ui/badge'
import { VisuallyHidden } from '@aangan/web-kit/ui/visually-hidden'

/** The page whose link says how many chats wait to be read. */
export const PROFILE = '/profile'

/** How many chats wait to be read, inside the link to one's profile; nothing while none does. */
export function UnreadBadge() {
  const count = useUnread()
  if (count === 0) return null
  return (
    <Badge tone="count">
      {count} <VisuallyHidden>{count === 1 ? 'unread chat' : 'unread chats'}</VisuallyHidden>
    </Badge>
  )
}
