import { createFormat, DEFAULT_LOCALE } from '@aangan/contracts/format'
import { LISTING_LIMITS, MAX_PRICE, MAX_ROOMS } from '@aangan/contracts/post-constants'
import { amountError, parseAmount } from '@aangan/contracts/prices'
import { readMetres } from '@aangan/contracts/text/distances'
import { textLengthOf } from '@aangan/contracts/text/html-text'
import { readSquareFeet } from '@aangan/contracts/text/sizes'

/** Returns the error of a trimmed text, if any. `property` is the text of the field beside it. */
export type Check = (text: string, texts: { property: string }) => string | undefined

const { number } = createFormat({ locale: DEFAULT_LOCALE, currency: 'inr' })

const TOO_LONG = 'This text is too long. Shorten it.'

/** A number, or an amount such as '85 lakh'. */
export function price(text: string): string | undefined {
  const amount = parseAmount(text)
  if (amount === null) return amountError(text)
  if (amount < 1) return 'Enter a whole amount, for example 45 lakh.'
  return whole(1, MAX_PRICE)(String(amount))
}

/** Plots may leave the rooms empty. */
export const rooms: Check = (text, { property }) =>
  text === '' && property === 'land' ? undefined : whole(1, MAX_ROOMS)(text)

/** Of a size that was read into square feet, or could not be. */
export function size(text: string): string | undefined {
  const { problem } = readSquareFeet(text)
  if (problem === 'range') return 'Enter one size, not a range.'
  return problem
    ? 'Enter square feet, such as 1200, or a size with its unit: 110 sqm.'
    : whole(0, LISTING_LIMITS.size)(text)
}

/** Of a distance that was read into metres, or could not be. */
export function distance(text: string): string | undefined {
  return readMetres(text) === null ? 'Enter metres, such as 800, or 1.5 km.' : whole(0, LISTING_LIMITS.metres)(text)
}

export function written(most: number, missing: string) {
  return (text: string) => (text === '' ? missing : atMost(most)(text))
}

export function atMost(most: number) {
  return (text: string) => (text.length > most ? TOO_LONG : undefined)
}

export function description(html: string): string | undefined {
  const [length, most] = [textLengthOf(html), LISTING_LIMITS.desc]
  if (length > most)
    return `This text has ${number(length)} characters, and a description can have ${number(most)}. Shorten it.`
  return html.length > LISTING_LIMITS.descHtml ? 'This text has too many links and styles. Remove some.' : undefined
}

export function cityOf(most: number, missing: string) {
  return (text: string) => written(most, missing)(/[\p{L}\p{N}]/u.test(text) ? text : '')
}

function whole(least: number, most: number) {
  return (text: string) => {
    if (!/^\d+$/.test(text) || Number(text) < least) return `Enter a whole number, ${least} or more.`
    return Number(text) > most ? `Enter at most ${number(most)}.` : undefined
  }
}

export function optional(check: Check): Check {
  return (text, texts) => (text === '' ? undefined : check(text, texts))
}

export function degrees(most: number, example: string): Check {
  const range = `degrees from -${most} to ${most}, such as ${example}.`
  return (text) => {
    if (text === '') return `Choose the place on the map, or enter ${range}`
    const isRight = /^-?\d{1,3}(\.\d{1,20})?$/.test(text) && Math.abs(Number(text)) <= most
    return isRight ? undefined : `Enter ${range}`
  }
}
