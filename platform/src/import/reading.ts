import { oneLine, quoted as quotedWhole } from '@aangan/contracts/text/characters'

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
  return quotedWhole(spaced(text))
}

/** A name for a message: as it is, or quoted if it has characters that cannot be seen. */
export function shown(name: string): string {
  const typed = spaced(name).replace(/^ | $/g, '')
  return typed === oneLine(typed) ? typed : quoted(typed)
}

function spaced(text: string): string {
  return text.replace(/[\r\n\t ]+/g, ' ')
}
