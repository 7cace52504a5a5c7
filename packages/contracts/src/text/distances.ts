import { asTyped } from './characters.ts'
import { parseNumber } from './numbers.ts'

const DISTANCE = /^(\d[\d., ]*|\.\d+)\s*(m|mt|mtrs?|met(?:er|re)s?|kms?|kilomet(?:er|re)s?)?\.?$/

/** Reads a distance into whole metres: `800`, `1,200 m`, `1.5 km`. Null if the text is none. */
export function readMetres(text: string): number | null {
  const [, digits = '', unit = ''] = DISTANCE.exec(asTyped(text).toLowerCase()) ?? []
  const number = parseNumber(digits.trim())
  if (number === null) return null
  if (unit.startsWith('k')) return Math.round(number * 1_000)
  return unit !== '' || Number.isSafeInteger(number) ? Math.round(number) : null
}
