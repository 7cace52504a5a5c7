/** What a rendering process is told, over its channel. */
export type Order =
  | { id: number; code: string; filename: string }
  /** `PageToRender` as JSON. */
  | { id: number; page: string }

export interface Answer {
  id: number
  /** The `Outcome` of a page, as JSON. */
  result?: string
  costMs?: Costs
  error?: string
}

/** Processor time: a busy machine makes no page dearer. */
export interface Costs {
  remote: number
  shell: number
}

/** Before the answer to a page: its remote is done, and what the shell then does is the shell's. */
export interface Step {
  id: number
  begins: 'shell'
}

export interface Outcome {
  html?: string
  hasRemote?: boolean
  /** What was thrown, for the log. */
  thrown: { remote?: string; shell?: string }
}
