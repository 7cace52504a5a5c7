import { MESSAGE_REPORT_REASONS, type MessageReportReason } from '@aangan/contracts/chat-constants'
import type { MessageReportBody } from '@aangan/contracts/chats'
import { ReportDialog } from '@aangan/product/report-dialog'
import type { ReportDraft } from '@aangan/product/report-draft'
import { useReportMutation } from '../state/api.ts'
import * as s from './report.module.css'

const REASONS: Record<MessageReportReason, string> = {
  fraud: 'It looks like fraud',
  offensive: 'It is offensive',
  spam: 'It is advertising',
  other: 'Something else',
}
const OPTIONS = MESSAGE_REPORT_REASONS.map((value) => ({ value, label: REASONS[value] }))

interface ReportMessageProps {
  chatId: string
  rev: number
  quote: string
  draft: ReportDraft<MessageReportReason>
  onDraft: (draft: ReportDraft<MessageReportReason>) => void
  /** Called with the server's thank-you message. */
  onSent: (message: string) => void
  onClose: () => void
}

export function ReportMessage({ chatId, rev, quote, onSent, ...rest }: ReportMessageProps) {
  const [send, { isLoading, error }] = useReportMutation()

  async function report(body: Omit<MessageReportBody, 'rev'>) {
    const { data } = await send({ chatId, body: { rev, ...body } })
    if (data) onSent(data.message)
  }

  return (
    <ReportDialog
      title="Report this message"
      reasons={OPTIONS}
      hint="Only our team will see your report."
      onSend={report}
      sending={isLoading}
      error={error?.message}
      {...rest}
    >
      <blockquote className={s.quote}>{quote}</blockquote>
    </ReportDialog>
  )
}
