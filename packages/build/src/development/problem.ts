export interface Problem {
  /** A remote's name, `shell` or `services`. */
  part: string
  /** `run`: in the page, or when services start. */
  kind: 'compile' | 'manifest' | 'run'
  message: string
  /** Relative to the project root. */
  file?: string
  /** 1-based. */
  line?: number
  /** The surrounding source lines, numbered. */
  frame?: string
}

/** Pushed to every open page, in full, on each change. */
export interface DevelopmentState {
  /** The last successful compilation of each part. */
  hashes: Record<string, string>
  problems: Problem[]
  /** Increases on changes that need a page reload: a changed manifest, a new remote. */
  pages: number
}
