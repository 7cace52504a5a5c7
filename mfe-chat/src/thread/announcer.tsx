import type { ChatWithMessages } from '@aangan/contracts/chats'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import { useState } from 'react'

const MAX_ANNOUNCED = 5

/** Announces new messages. The list itself is no live region, or loading older messages would announce them too. */
export function Announcer({ chat: { messages, receiver }, readerId }: { chat: ChatWithMessages; readerId: string }) {
  const [from] = useState(() => messages.at(-1)?.rev ?? 0)
  const received = messages.filter(({ rev, userId }) => rev > from && userId !== readerId).slice(-MAX_ANNOUNCED)
  return (
    <div role="log" aria-label="New messages">
      {received.map(({ id, text }) => (
        <VisuallyHidden key={id}>{`${receiver.username}: ${text}`}</VisuallyHidden>
      ))}
    </div>
  )
}
