import type { Chat } from '@aangan/contracts/chats'
import Flag from 'lucide-react/icons/flag'
import { type KeyboardEvent, useState } from 'react'
import * as s from './report.module.css'
import { ReportDialog } from './report-dialog.tsx'

interface ReportMessageProps {
  chat: Chat
  rev: number
  text: string
  say: (text: string) => void
  /** Whether keys come to this one; from there arrows lead to those of the other messages. */
  isFirstStop: boolean
}

/** Tells us what is wrong with a message of the other person. */
export function ReportMessage({ chat, rev, text, say, isFirstStop }: ReportMessageProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)

  function finish(thanks: string) {
    close()
    say(thanks)
  }

  return (
    <>
      <button
        type="button"
        className={s.button}
        aria-label="Report this message"
        title="Report this message"
        aria-haspopup="dialog"
        aria-keyshortcuts="ArrowUp ArrowDown"
        tabIndex={isFirstStop ? 0 : -1}
        onKeyDown={moveToOther}
        onClick={() => setIsOpen(true)}
      >
        <Flag size={16} />
      </button>
      {isOpen && <ReportDialog chatId={chat.id} rev={rev} quote={text} onSent={finish} onClose={close} />}
    </>
  )
}

/** One stop for those who tab, however many messages there are. */
function moveToOther(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (step === undefined) return
  const all = event.currentTarget.closest('ol')?.querySelectorAll<HTMLElement>('[aria-keyshortcuts]') ?? []
  const at = [...all].indexOf(event.currentTarget)
  event.preventDefault()
  all[at + step]?.focus()
}
