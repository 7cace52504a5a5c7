/** What somebody has entered into a report. */
export interface ReportDraft<Reason extends string> {
  reason: Reason | null
  text: string
}

/** Apart from the dialog, which a page may load later than the button that opens it. */
export const EMPTY_REPORT: ReportDraft<never> = { reason: null, text: '' }
