import { quoted as quotedWhole } from '@aangan/contracts/text/characters'

/** A parsed cell, or the reason why it was refused, ready for display. */
export type Reading<T> = { value: T } | { reason: string }

export function understood<T>(value: T): Reading<T> {
  return { value }
}

export function refused(reason: string): { reason: string } {
  return { reason }
}

/** Quotes a cell for a message: on one line. */
export function quoted(text: string): string {
  return quotedWhole(text.replace(/[\n\t ]+/g, ' '))
}
