import type { ChatWithMessages } from '@aangan/contracts/chats'
import { VisuallyHidden } from '@aangan/web-kit/ui/visually-hidden'
import { useState } from 'react'

/** As many as may come at once; those before them have been read out. */
const KEPT = 5

/**
 * Reads out what the other person writes while the chat is open, each message once. The list itself is no live region:
 * one would also read out older messages that are loaded above.
 */
export function Announcer({ chat: { messages, receiver }, readerId }: { chat: ChatWithMessages; readerId: string }) {
  const [from] = useState(() => messages.at(-1)?.rev ?? 0)
  const heard = messages.filter(({ rev, userId }) => rev > from && userId !== readerId).slice(-KEPT)
  return (
    <div role="log" aria-label="New messages">
      {heard.map(({ id, text }) => (
        <VisuallyHidden key={id}>
          {receiver.username}: {text}
        </VisuallyHidden>
      ))}
    </div>
  )
}
