/** A parsed cell, or the reason why it was refused, ready for display. */
export type Reading<T> = { value: T } | { reason: string }

export function understood<T>(value: T): Reading<T> {
  return { value }
}

export function refused(reason: string): { reason: string } {
  return { reason }
}

/** Quotes a cell for a message: one line, at most 60 characters. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 57)}…` : line)
}
