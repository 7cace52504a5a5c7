import { asTyped } from './characters.ts'
import { parseNumber } from './numbers.ts'

const DISTANCE = /^(\d[\d., ]*|\.\d+)\s*(m|mt|mtrs?|met(?:er|re)s?|मीटर|kms?|kilomet(?:er|re)s?|किमी|कि\.मी)?\.?$/
const AROUND = /^(?:~|about|around|approx(?:imately)?\.?|within)\s*(?=[\d.])|\s+(?:away|approx(?:imately)?\.?)$/g

/** Reads a distance into whole metres: `800`, `1,200 m`, `1.5 km`. Null if the text is none. */
export function readMetres(text: string): number | null {
  const words = asTyped(text)
    .toLowerCase()
    .replace(/^half(?: an?)?(?= k)/, '0.5')
    .replace(AROUND, '')
  const [, digits = '', unit = ''] = DISTANCE.exec(words) ?? []
  const number = parseNumber(digits.trim())
  if (number === null) return null
  if (/^k|^कि/.test(unit)) return Math.round(number * 1_000)
  return unit !== '' || Number.isSafeInteger(number) ? Math.round(number) : null
}
