import type { ChatWithMessages } from '@aangan/contracts/chats'
import { partsOf } from '@aangan/contracts/web-links'
import { classNames } from '@aangan/design/class-names'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import { useFormat } from '@aangan/remote/format'
import * as s from './bubble.module.css'
import { ReportButton } from './report-button.tsx'
import type { MessageRow } from './rows.ts'
import { Unsent } from './unsent.tsx'

interface BubbleProps {
  row: MessageRow
  chat: ChatWithMessages
  say: (text: string) => void
  /** Whether it is the other person's last message. */
  isLatest: boolean
}

export function Bubble({ row, chat, say, isLatest }: BubbleProps) {
  const { isOwn, text, rev, unsent, state } = row
  return (
    <li className={classNames(s.item, isOwn && s.own, row.endsRun && s.last)}>
      <div className={s.line}>
        <p className={classNames(s.bubble, state === 'Not sent' && s.failed)}>
          <VisuallyHidden>{`${isOwn ? 'You' : chat.receiver.username}: `}</VisuallyHidden>
          <Text text={text} />
        </p>
        {!isOwn && rev !== undefined && (
          <ReportButton chat={chat} rev={rev} text={text} say={say} isFirstStop={isLatest} />
        )}
      </div>
      <Meta row={row} />
      {unsent?.status === 'failed' && <Unsent chat={chat} message={unsent} />}
    </li>
  )
}

function Text({ text }: { text: string }) {
  let at = 0
  return partsOf(text).map((part) => {
    const key = at
    at += part.text.length
    if (part.href === undefined) return <span key={key}>{part.text}</span>
    return (
      <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part.text}
      </a>
    )
  })
}

/** Visible at the end of a run only; screen readers get it for every message. */
function Meta({ row: { createdAt, time, state, endsRun } }: { row: MessageRow }) {
  const format = useFormat()
  const exact = `${format.date(createdAt)}, ${format.zonedClock(createdAt)}`
  const meta = (
    <>
      <time dateTime={createdAt} title={exact}>
        {time}
      </time>
      {state && ` · ${state}${state === 'Sending' ? '…' : ''}`}
    </>
  )
  return endsRun ? <p className={s.meta}>{meta}</p> : <VisuallyHidden>{meta}</VisuallyHidden>
}
