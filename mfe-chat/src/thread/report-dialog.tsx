import { MESSAGE_REPORT_REASONS, type MessageReportReason } from '@aangan/contracts/chat-constants'
import { MAX_REPORT_TEXT } from '@aangan/contracts/post-constants'
import { useFormat } from '@aangan/web-kit/format'
import { Button } from '@aangan/web-kit/ui/button'
import { ChoiceList } from '@aangan/web-kit/ui/choice-list'
import { Dialog } from '@aangan/web-kit/ui/dialog'
import { TextArea } from '@aangan/web-kit/ui/text-area'
import { type SubmitEvent, useState } from 'react'
import { useReportMutation } from '../state/api.ts'
import * as s from './report.module.css'

const REASONS: Record<MessageReportReason, string> = {
  fraud: 'It looks like a fraud',
  offensive: 'It is offensive',
  spam: 'It is advertising',
  other: 'Something else',
}
const OPTIONS = MESSAGE_REPORT_REASONS.map((value) => ({ value, label: REASONS[value] }))

interface ReportDialogProps {
  chatId: string
  rev: number
  /** The message. */
  quote: string
  /** Called with the server's word of thanks. */
  onSent: (message: string) => void
  onClose: () => void
}

/** A reason, and perhaps a few words. */
export function ReportDialog({ chatId, rev, quote, onSent, onClose }: ReportDialogProps) {
  const format = useFormat()
  const [send, { isLoading, error }] = useReportMutation()
  const [reason, setReason] = useState<MessageReportReason | null>(null)
  const [text, setText] = useState('')
  const [isIncomplete, setIsIncomplete] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsIncomplete(reason === null)
    if (reason === null) {
      event.currentTarget.querySelector<HTMLElement>('input[type=radio]')?.focus()
      return
    }
    const { data } = await send({ chatId, body: { rev, reason, ...(text.trim() && { text }) } })
    if (data) onSent(data.message)
  }

  return (
    <Dialog title="Report this message" onClose={onClose}>
      <form className={s.form} onSubmit={submit} noValidate>
        <blockquote className={s.quote}>{quote}</blockquote>
        <ChoiceList
          label="What is wrong?"
          options={OPTIONS}
          value={reason}
          onChange={setReason}
          error={isIncomplete && reason === null ? 'Choose what is wrong.' : undefined}
        />
        <TextArea
          label="What should we know? (optional)"
          hint={`${format.number(MAX_REPORT_TEXT - text.length)} characters left. Only we see it.`}
          rows={3}
          maxLength={MAX_REPORT_TEXT}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {error && (
          <p className={s.error} role="alert">
            {error.message}
          </p>
        )}
        <Button type="submit" busy={isLoading}>
          Send the report
        </Button>
      </form>
    </Dialog>
  )
}
