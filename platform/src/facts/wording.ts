import { FURNISHING_LABELS } from '@aangan/contracts/choice-labels'
import { cityKey } from '@aangan/contracts/cities'
import { createFormat, DEFAULT_LOCALE } from '@aangan/contracts/format'
import type { Property } from '@aangan/contracts/post-constants'
import type { Facts } from './facts.ts'

const NOUNS: Record<Property, string> = { apartment: 'apartment', house: 'house', condo: 'condo', land: 'plot' }

/** For example `Furnished 2 BHK apartment in Kalkaji, Delhi`. */
export function titleOf(facts: Facts): string {
  return `${headline(facts)} in ${placeOf(facts)}`
}

export function addressOf(facts: Facts): string {
  return placeOf(facts)
}

/**
 * Describes the facts in a short paragraph of HTML. `variant` picks the wording. The price is left out: it is shown
 * next to the text in the site's currency, and would be outdated here after a price change.
 */
export function describe(facts: Facts, variant: number): string {
  const sentences = [opening, roomsSentence, sizeSentence, furnishingSentence].map((write) => write(facts, variant))
  return paragraphs([join(sentences)])
}

export function paragraphs(texts: string[]): string {
  return texts
    .filter(Boolean)
    .map((text) => `<p>${escapeHtml(text)}</p>`)
    .join('')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Deterministic, so that a listing always reads the same. */
export function pick<T>(choices: readonly [T, ...T[]], variant: number): T {
  return choices[variant % choices.length] ?? choices[0]
}

const { number } = createFormat({ locale: DEFAULT_LOCALE, currency: 'inr' })
const groups = new Map<number, string>()
const MOST_GROUPS = 10_000

/** Remembered: Intl takes longer than writing the rest of a listing's texts, and sizes repeat. */
export function grouped(figure: number): string {
  const known = groups.get(figure)
  if (known !== undefined) return known
  if (groups.size === MOST_GROUPS) groups.clear()
  const text = number(figure)
  groups.set(figure, text)
  return text
}

function headline({ property, size, bedroom, furnishing }: Facts): string {
  if (property === 'land') return size === null ? 'Plot' : `${grouped(size)} sqft plot`
  const home = `${bedroom} BHK ${NOUNS[property]}`
  return furnishing === null ? home : `${FURNISHING_LABELS[furnishing]} ${home}`
}

function placeOf({ locality, city }: Facts): string {
  if (locality === '' || locality.toLowerCase() === city.toLowerCase()) return city
  const last = locality.includes(',') ? locality.slice(locality.lastIndexOf(',') + 1) : ''
  return last !== '' && cityKey(last) === cityKey(city) ? locality : `${locality}, ${city}`
}

function opening(facts: Facts, variant: number): string {
  const noun = NOUNS[facts.property]
  const purpose = facts.type === 'rent' ? 'to rent' : 'for sale'
  return pick(
    [
      `${noun === 'apartment' ? 'An' : 'A'} ${noun} ${purpose} in ${placeOf(facts)}.`,
      `This ${noun} in ${placeOf(facts)} is ${purpose}.`,
      `${capital(noun)} ${purpose} in ${placeOf(facts)}.`,
    ],
    variant,
  )
}

function roomsSentence({ property, bedroom, bathroom }: Facts, variant: number): string {
  if (property === 'land') return ''
  const rooms = `${count(bedroom, 'bedroom')} and ${count(bathroom, 'bathroom')}`
  return pick([`It has ${rooms}.`, `There are ${rooms}.`], variant >>> 2)
}

function sizeSentence({ size, bedroom, property }: Facts): string {
  if (size === null) return ''
  const metres = Math.round(size / 10.7639)
  const roomy = property !== 'land' && size >= 700 * bedroom ? ', roomy for its kind' : ''
  return `It measures ${grouped(size)} square feet (about ${grouped(metres)} m²)${roomy}.`
}

function furnishingSentence({ furnishing, property }: Facts): string {
  if (furnishing === null || property === 'land') return ''
  return furnishing === 'furnished' ? 'It comes furnished.' : `It is ${furnishing}.`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function join(sentences: string[]): string {
  return sentences.filter(Boolean).join(' ')
}
