const WESTERN = /^\d{1,3}(,\d{3})+(\.\d+)?$/
const INDIAN = /^\d{1,2}(,\d{2})*,\d{3}(\.\d+)?$/
const PLAIN = /^(\d+(?:\.\d*)?|\.\d+)(e\+?\d{1,2})?$/i

/** Parses an unsigned number, with or without commas: `45,00,000`, `4,500,000`, `4.5e6`. Null if it is not one. */
export function readNumber(text: string): number | null {
  if (PLAIN.test(text)) return Number(text)
  if (WESTERN.test(text) || INDIAN.test(text)) return Number(text.replaceAll(',', ''))
  return null
}
