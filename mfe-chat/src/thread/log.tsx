import type { ChatWithMessages } from '@aangan/contracts/chats'
import { Button } from '@aangan/design/button'
import { useSession } from '@aangan/remote/context'
import { useFormat } from '@aangan/remote/format'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { selectWriting } from '../state/writing-slice.ts'
import type { ChatRoot } from '../store.ts'
import { useNow } from '../use-now.ts'
import { Subject } from './about.tsx'
import { Announcer } from './announcer.tsx'
import { Bubble } from './bubble.tsx'
import { Earlier } from './earlier.tsx'
import * as s from './log.module.css'
import { type Row, rowsOf } from './rows.ts'
import { useEnd } from './use-end.ts'
import { useIsLooking } from './use-is-looking.ts'
import { useMarkRead } from './use-mark-read.ts'
import { useUnread } from './use-unread.ts'

interface LogProps {
  chat: ChatWithMessages
  /** Whether `chat` may be stale. */
  isFetching: boolean
  say: (text: string) => void
}

export function Log({ chat, isFetching, say }: LogProps) {
  const format = useFormat()
  const now = useNow()
  const readerId = useSession().user?.id ?? ''
  const unsent = useSelector((root: ChatRoot) => selectWriting(root, chat.id).unsent)
  const last = chat.messages.at(-1)
  const queued = unsent.at(-1)?.clientId
  const shownQueued = useRef(queued)
  const scroller = useRef<HTMLElement>(null)
  const { isAtEnd, onScroll, goToEnd } = useEnd(scroller, `${last?.clientId} ${queued}`)
  const isLooking = useIsLooking()
  const isSeen = isLooking && isAtEnd && !isFetching
  useMarkRead(chat, readerId, isSeen)
  const { unreadAfter, hasNew } = useUnread({ chat, readerId, isFetching, isSeen })
  const rows = rowsOf({ chat, unsent, readerId, unreadAfter, format, now })
  const latest = rows.findLast((row) => row.kind === 'message' && !row.isOwn)

  // Start at the first unread message.
  useLayoutEffect(() => {
    const element = scroller.current
    const line = element?.querySelector(`.${CSS.escape(s.unread ?? '')}`)
    if (unreadAfter === null || !element || !line) return
    element.scrollTop += Math.min(0, line.getBoundingClientRect().top - element.getBoundingClientRect().top)
  }, [unreadAfter])

  // Scroll to a newly sent message.
  useEffect(() => {
    if (queued !== undefined && queued !== shownQueued.current) goToEnd()
    shownQueued.current = queued
  }, [queued, goToEnd])

  return (
    <div className={s.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with keys */}
      <section ref={scroller} className={s.scroller} onScroll={onScroll} tabIndex={0} aria-label="Messages">
        <div className={s.content}>
          {(chat.messages[0]?.rev ?? 1) > 1 && <Earlier chatId={chat.id} />}
          {rows.length === 0 && (
            <p className={s.empty}>
              {`No messages yet. Say hello to ${chat.receiver.username}, and ask what you would like to know.`}
            </p>
          )}
          <ol className={s.list}>
            {rows.map((row) => (
              <Line key={row.key} row={row} chat={chat} say={say} isLatest={row === latest} />
            ))}
          </ol>
        </div>
      </section>
      {!isAtEnd && (
        <Button
          className={s.newer}
          variant={hasNew ? 'primary' : 'quiet'}
          dense
          icon={<ArrowDown size={16} />}
          onClick={goToEnd}
        >
          {hasNew ? 'New messages' : 'Latest message'}
        </Button>
      )}
      <Announcer chat={chat} readerId={readerId} />
    </div>
  )
}

function Line({ row, ...rest }: Omit<ComponentProps<typeof Bubble>, 'row'> & { row: Row }) {
  if (row.kind === 'day') return <li className={s.day}>{row.label}</li>
  if (row.kind === 'unread') return <li className={s.unread}>Unread messages</li>
  if (row.kind === 'subject') return <Subject id={row.postId} />
  return <Bubble row={row} {...rest} />
}
