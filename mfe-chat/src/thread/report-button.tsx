import { MESSAGE_REPORT_REASONS } from '@aangan/contracts/chat-constants'
import type { Chat } from '@aangan/contracts/chats'
import { IconButton } from '@aangan/design/icon-button'
import { useReportDraft } from '@aangan/product/report-draft'
import Flag from 'lucide-react/icons/flag'
import { type KeyboardEvent, useState } from 'react'
import * as s from './report.module.css'
import { ReportMessage } from './report-message.tsx'

interface ReportButtonProps {
  chat: Chat
  rev: number
  text: string
  say: (text: string) => void
  /** Whether it is the tab stop; arrow keys move to the other messages. */
  isFirstStop: boolean
}

export function ReportButton({ chat, rev, text, say, isFirstStop }: ReportButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [draft, setDraft] = useReportDraft(`${chat.id}:${rev}`, MESSAGE_REPORT_REASONS)
  const close = () => setIsOpen(false)

  function finish(thanks: string) {
    close()
    setDraft(null)
    say(thanks)
  }

  return (
    <>
      <IconButton
        label="Report this message"
        className={s.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="ArrowUp ArrowDown"
        tabIndex={isFirstStop ? 0 : -1}
        onKeyDown={moveToOther}
        onClick={() => setIsOpen(true)}
      >
        <Flag size={16} />
      </IconButton>
      {isOpen && (
        <ReportMessage
          chatId={chat.id}
          rev={rev}
          quote={text}
          draft={draft}
          onDraft={setDraft}
          onSent={finish}
          onClose={close}
        />
      )}
    </>
  )
}

/** Arrow key navigation: all buttons share one tab stop. */
function moveToOther(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (step === undefined) return
  const all = event.currentTarget.closest('ol')?.querySelectorAll<HTMLElement>('[aria-keyshortcuts]') ?? []
  const at = [...all].indexOf(event.currentTarget)
  event.preventDefault()
  all[at + step]?.focus()
}
