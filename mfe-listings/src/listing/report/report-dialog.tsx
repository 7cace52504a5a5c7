import { MAX_REPORT_TEXT, REPORT_REASONS, type ReportReason } from '@aangan/contracts/post-constants'
import { useFormat } from '@aangan/web-kit/format'
import { Button } from '@aangan/web-kit/ui/button'
import { ChoiceList } from '@aangan/web-kit/ui/choice-list'
import { Dialog } from '@aangan/web-kit/ui/dialog'
import { TextArea } from '@aangan/web-kit/ui/text-area'
import { type SubmitEvent, useState } from 'react'
import { useReportListingMutation } from '../api.ts'
import type { ReportDraft } from './draft.ts'
import * as s from './report-dialog.module.css'

const REASONS: Record<ReportReason, string> = {
  sold: 'It is sold or rented already',
  'wrong-facts': 'The price, the size or another fact is wrong',
  'wrong-place': 'It is not where the map shows it',
  fraud: 'It looks like a fraud',
  offensive: 'It is offensive',
  other: 'Something else',
}
const OPTIONS = REPORT_REASONS.map((value) => ({ value, label: REASONS[value] }))

interface ReportDialogProps {
  id: string
  draft: ReportDraft
  onDraft: (draft: ReportDraft) => void
  /** Called with the server's word of thanks. */
  onSent: (message: string) => void
  onClose: () => void
}

/** A reason, and perhaps a few words. What was entered stays until it has been taken. */
export function ReportDialog({ id, draft, onDraft, onSent, onClose }: ReportDialogProps) {
  const format = useFormat()
  const [send, { isLoading, error }] = useReportListingMutation()
  const [isIncomplete, setIsIncomplete] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { reason, text } = draft
    setIsIncomplete(reason === null)
    if (reason === null) {
      event.currentTarget.querySelector<HTMLElement>('input[type=radio]')?.focus()
      return
    }
    const { data } = await send({ id, body: { reason, ...(text.trim() && { text }) } })
    if (data) onSent(data.message)
  }

  return (
    <Dialog title="Report this listing" onClose={onClose}>
      <form className={s.form} onSubmit={submit} noValidate>
        <ChoiceList
          label="What is wrong?"
          options={OPTIONS}
          value={draft.reason}
          onChange={(reason) => onDraft({ ...draft, reason })}
          error={isIncomplete && draft.reason === null ? 'Choose what is wrong.' : undefined}
        />
        <TextArea
          label="What should we know? (optional)"
          hint={`${format.number(MAX_REPORT_TEXT - draft.text.length)} characters left. The owner does not see it.`}
          rows={4}
          maxLength={MAX_REPORT_TEXT}
          value={draft.text}
          onChange={({ target }) => onDraft({ ...draft, text: target.value })}
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
