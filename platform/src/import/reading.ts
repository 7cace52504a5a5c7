/** One cell understood, or the reason why it is not, ready to be shown. */
export type Reading<T> = { value: T } | { reason: string }

export function understood<T>(value: T): Reading<T> {
  return { value }
}

export function refused(reason: string): { reason: string } {
  return { reason }
}

/** A cell as a message shows it: quoted, on one line, not endless. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 57)}…` : line)
}
