/** What is wrong with a part, as the terminal and the open page say it. */
export interface Problem {
  /** A remote's name, `shell` or `services`. */
  part: string
  /** `run` is in the page itself, or in the services as they start. */
  kind: 'compile' | 'manifest' | 'run'
  message: string
  /** From the project's folder. */
  file?: string
  /** From 1. */
  line?: number
  /** The lines around, numbered. */
  frame?: string
}

/** What `npm run dev` tells every open page, whole, whenever something in it changes. */
export interface DevelopmentState {
  /** The last good compilation of each part. */
  hashes: Record<string, string>
  problems: Problem[]
  /** Counts what pages cannot take in while they live: another manifest, another remote. */
  pages: number
}
