import { REPORT_REASONS, type ReportReason } from '@aangan/contracts/post-constants'
import type { ReportBody } from '@aangan/contracts/posts'
import { ReportDialog } from '@aangan/product/report-dialog'
import type { ReportDraft } from '@aangan/product/report-draft'
import { useReportListingMutation } from '../api.ts'

const REASONS: Record<ReportReason, string> = {
  sold: 'It is sold or rented already',
  'wrong-facts': 'The price, the size or another fact is wrong',
  'wrong-place': 'The location on the map is wrong',
  fraud: 'It looks like fraud',
  offensive: 'It is offensive',
  other: 'Something else',
}
const OPTIONS = REPORT_REASONS.map((value) => ({ value, label: REASONS[value] }))

interface ReportListingProps {
  id: string
  draft: ReportDraft<ReportReason>
  onDraft: (draft: ReportDraft<ReportReason>) => void
  /** Called with the server's thank-you message. */
  onSent: (message: string) => void
  onClose: () => void
}

export function ReportListing({ id, onSent, ...rest }: ReportListingProps) {
  const [send, { isLoading, error }] = useReportListingMutation()

  async function report(body: ReportBody) {
    const { data } = await send({ id, body })
    if (data) onSent(data.message)
  }

  return (
    <ReportDialog
      title="Report this listing"
      reasons={OPTIONS}
      hint="The owner will not see your report."
      onSend={report}
      sending={isLoading}
      error={error?.message}
      {...rest}
    />
  )
}
