import { asTyped } from './characters.ts'

const WESTERN = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/
const INDIAN = /^[1-9]\d?(,\d{2})*,\d{3}(\.\d+)?$/
const PLAIN = /^(\d+(?:\.\d*)?|\.\d+)(e\+?\d{1,2})?$/i
const SPACED = /^\d[\d ]*(\.\d+)?$/

/** Zero to twelve, by their value. */
export const NUMBER_WORDS: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/**
 * Parses an unsigned number that `asTyped` has returned: `4500000`, `45,00,000`, `4,500,000`, `45 00 000`, `4.5e6`. Null
 * if it is none, or its commas group neither the Indian nor the Western way.
 */
export function parseNumber(text: string): number | null {
  const written = SPACED.test(text) ? text.replaceAll(' ', ',') : text
  if (PLAIN.test(written)) return Number(written)
  return WESTERN.test(written) || INDIAN.test(written) ? Number(written.replaceAll(',', '')) : null
}

/** Parses whole years: `20`, `20 years`, `20 yrs`; null if the text is none. */
export function readYears(text: string): number | null {
  return readWhole(asTyped(text).replace(/(?<=\d) ?(?:years?|yrs?)\.?$/i, ''))
}

/** Parses an unsigned whole number in any writing; null if it is none. */
export function readWhole(text: string): number | null {
  const number = parseNumber(asTyped(text))
  return Number.isSafeInteger(number) ? number : null
}
