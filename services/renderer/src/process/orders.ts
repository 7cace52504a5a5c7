/** What a rendering process is told, over its channel. */
export type Order =
  | { id: number; code: string; filename: string }
  /** `PageToRender` as JSON. */
  | { id: number; page: string }

export interface Answer {
  id: number
  /** JSON, of a page. */
  result?: string
  /** Processor time: a busy machine makes no page dearer. */
  costMs?: number
  error?: string
}
