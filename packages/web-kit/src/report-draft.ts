export interface ReportDraft<Reason extends string> {
  reason: Reason | null
  text: string
}

/** Separate from the dialog, which is loaded lazily. */
export const EMPTY_REPORT: ReportDraft<never> = { reason: null, text: '' }
