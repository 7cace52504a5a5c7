/** Rows with one kind of reason; `reason` and `line` are of the first of them. */
export interface Tallied {
  count: number
  reason: string
  line: number
  /** Whether others quote another value. */
  isExample: boolean
}

/** Counts reasons that differ only in the value that they quote. */
export function createTally() {
  const kinds = new Map<string, Tallied>()

  return {
    add(reason: string, line: number): void {
      const kind = reason.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\d+/g, '0')
      const known = kinds.get(kind)
      if (known) {
        known.count += 1
        known.isExample ||= known.reason !== reason
      } else kinds.set(kind, { count: 1, reason, line, isExample: false })
    },
    /** Most frequent first. */
    entries: (): Tallied[] => [...kinds.values()].sort((a, b) => b.count - a.count),
  }
}
