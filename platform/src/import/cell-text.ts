import { plainLine, severalLines } from '@aangan/contracts/text/characters'

/** Maps the spellings of "no value" in spreadsheets to an empty text. */
export function textOf(cell: string | undefined): string {
  const text = severalLines(cell ?? '')
  return /^(n\/?a|nan|null|none|nil|#n\/a|undefined|-+)$/i.test(text) ? '' : text
}

/** A heading as it is compared: equal for all spellings that look alike. */
export function headingKey(heading: string): string {
  return plainLine(plainLine(heading).normalize('NFKC')).toLowerCase()
}
