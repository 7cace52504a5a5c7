import type { ReportReason } from '@aangan/contracts/post-constants'

/** What someone has entered so far; it outlives a closed dialog. */
export interface ReportDraft {
  reason: ReportReason | null
  text: string
}

export const EMPTY_DRAFT: ReportDraft = { reason: null, text: '' }
