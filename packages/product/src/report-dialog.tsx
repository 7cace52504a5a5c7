import { MAX_REPORT_TEXT } from '@aangan/contracts/post-constants'
import { isBlank } from '@aangan/contracts/text/characters'
import { Button } from '@aangan/design/button'
import { ChoiceList } from '@aangan/design/choice-list'
import { Dialog } from '@aangan/design/dialog'
import { FormError } from '@aangan/design/form-error'
import { TextArea } from '@aangan/design/text-area'
import { useFormat } from '@aangan/remote/format'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import * as s from './report-dialog.module.css'
import type { ReportDraft } from './report-draft.ts'

interface ReportDialogProps<Reason extends string> {
  title: string
  reasons: { value: Reason; label: string }[]
  /** Says who receives the report. */
  hint: string
  draft: ReportDraft<Reason>
  onDraft: (draft: ReportDraft<Reason>) => void
  onSend: (report: { reason: Reason; text?: string }) => void
  sending: boolean
  error: string | undefined
  onClose: () => void
  /** What is being reported, unless it is in view. */
  children?: ReactNode
}

/** The caller keeps the draft. */
export function ReportDialog<Reason extends string>({
  title,
  reasons,
  hint,
  draft,
  onDraft,
  onSend,
  sending,
  error,
  onClose,
  children,
}: ReportDialogProps<Reason>) {
  const format = useFormat()
  const [isIncomplete, setIsIncomplete] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { reason, text } = draft
    setIsIncomplete(reason === null)
    if (reason === null) event.currentTarget.querySelector<HTMLElement>('input[type=radio]')?.focus()
    else onSend({ reason, ...(!isBlank(text) && { text }) })
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form method="post" className={s.form} onSubmit={submit} noValidate>
        {children}
        <ChoiceList
          label="What is wrong?"
          options={reasons}
          value={draft.reason}
          onChange={(reason) => onDraft({ ...draft, reason })}
          error={isIncomplete && draft.reason === null ? 'Choose what is wrong.' : undefined}
        />
        <TextArea
          label="More details (optional)"
          hint={`${format.number(MAX_REPORT_TEXT - draft.text.length)} characters left. ${hint}`}
          rows={4}
          maxLength={MAX_REPORT_TEXT}
          value={draft.text}
          onChange={({ target }) => onDraft({ ...draft, text: target.value })}
        />
        {error && <FormError>{error}</FormError>}
        <Button type="submit" busy={sending}>
          Send the report
        </Button>
      </form>
    </Dialog>
  )
}
