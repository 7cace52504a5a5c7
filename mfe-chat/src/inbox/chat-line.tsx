import type { Chat } from '@aangan/contracts/chats'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import { useFormat } from '@aangan/remote/format'
import { useSelector } from 'react-redux'
import { Person } from '../person.tsx'
import { selectOnline, selectTyping } from '../state/presence-slice.ts'
import { selectWriting, waitsForSite } from '../state/writing-slice.ts'
import type { ChatRoot } from '../store.ts'
import { useNow } from '../use-now.ts'
import * as s from './chat-line.module.css'

interface ChatLineProps {
  chat: Chat
  isUnread: boolean
  isOpen: boolean
}

/** The content of the link or button that opens a chat. */
export function ChatLine({ chat, isUnread, isOpen }: ChatLineProps) {
  const { receiver, lastAt } = chat
  const format = useFormat()
  const now = useNow()
  const isOnline = useSelector((root: ChatRoot) => selectOnline(root, receiver.id))
  return (
    <>
      <Person user={receiver} />
      <span className={s.words}>
        <span className={s.top}>
          <span className={s.name}>{receiver.username}</span>
          {isOnline && <VisuallyHidden>Online</VisuallyHidden>}
          <time className={s.time} dateTime={lastAt} title={`${format.date(lastAt)}, ${format.zonedClock(lastAt)}`}>
            {format.ago(lastAt, now)}
          </time>
        </span>
        <span className={s.bottom}>
          <Latest {...{ chat, isUnread, isOpen }} />
          {isUnread && (
            <span className={s.unread}>
              <VisuallyHidden>Unread</VisuallyHidden>
            </span>
          )}
        </span>
      </span>
    </>
  )
}

/** The latest activity: typing, an unread message, a failed one, a draft, or the last message. */
function Latest({ chat: { id, lastMessage, isLastOwn, isReceiverDeleted }, isUnread, isOpen }: ChatLineProps) {
  const isTyping = useSelector((root: ChatRoot) => selectTyping(root, id))
  const { draft, unsent } = useSelector((root: ChatRoot) => selectWriting(root, id))
  const queued = unsent.at(-1)
  const text = (isLastOwn ? 'You: ' : '') + (lastMessage ?? 'No messages yet')
  if (isTyping) return <span className={s.text}>Typing…</span>
  if (isUnread) return <span className={s.text}>{text}</span>
  if (unsent.some((message) => message.status === 'failed' && !waitsForSite(message))) {
    return <span className={s.failed}>Not sent</span>
  }
  if (draft !== '' && !isOpen && !isReceiverDeleted) {
    return (
      <span className={s.text}>
        <span className={s.draft}>Draft:</span> <span>{draft}</span>
      </span>
    )
  }
  return <span className={s.text}>{queued ? `You: ${queued.text}` : text}</span>
}
