import type { Chat } from '@aangan/contracts/chats'
import Flag from 'lucide-react/icons/flag'
import { useState } from 'react'
import * as s from './report.module.css'
import { ReportDialog } from './report-dialog.tsx'

interface ReportMessageProps {
  chat: Chat
  rev: number
  text: string
  say: (text: string) => void
}

/** Tells us what is wrong with a message of the other person. */
export function ReportMessage({ chat, rev, text, say }: ReportMessageProps) {
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
        onClick={() => setIsOpen(true)}
      >
        <Flag size={16} />
      </button>
      {isOpen && <ReportDialog chatId={chat.id} rev={rev} quote={text} onSent={finish} onClose={close} />}
    </>
  )
}
