import { LISTING_LIMITS } from '@aangan/contracts/post-constants'
import { text as checkedText } from '@aangan/posts/checks'
import { description } from '@aangan/posts/description'
import { isAppError } from '@aangan/service-kit/errors'
import { paragraphs } from '../facts/wording.ts'
import { placeIn } from './city.ts'
import type { Field } from './headings.ts'
import { type Place, readPlace, readPoint } from './place.ts'
import { quoted, type Reading, refused, understood } from './reading.ts'

type Cell = (field: Field) => string

/** A cell that was not understood, of a field that a listing may lack. */
export interface LeftOut {
  field: Field
  reason: string
}

/** Null if the row states none. */
export function readCoordinates(cell: Cell): Reading<Place | null> {
  const [latitude, longitude, both] = [cell('latitude'), cell('longitude'), cell('coordinates')]
  if (latitude !== '' || longitude !== '') return readPlace(latitude, longitude)
  return both === '' ? understood(null) : readPoint(both)
}

export function noCity(cell: Cell): string {
  const text = cell('locality') || cell('address')
  return text === ''
    ? 'the city is empty'
    : `the city is empty, and ${quoted(text)} does not end with one that is known`
}

export function nowhere(city: string, leftOut: readonly LeftOut[]): string {
  const why = leftOut.find(({ field }) => field === 'coordinates')?.reason ?? 'the coordinates are missing'
  return `${why}, and the centre of ${quoted(city)} is not known`
}

/** Without its own column, the city ended the locality: `Alandi Road, Pune`. */
export function localityIn(locality: string, cell: Cell): string {
  return placeIn(cell('locality') || cell('address'))?.locality ?? locality
}

/** `2.5` and `Cr` in two columns. */
export function withUnit(text: string, unit: string): string {
  return /[\d.]$/.test(text) ? `${text} ${unit}`.trim() : text
}

export type TextField = 'title' | 'locality' | 'address' | 'desc'

/** `Super Built up area 1081(100.43 sq.m.)Carpet area: 650 sq.ft.`: the first one. */
const NAMED_AREA =
  /^(?:(?:super|built|up|builtup|carpet|covered|plot|area)\b[\s:.-]*)+(\d[\d.,]*\s*(?:sq[. ]*(?:ft|feet|m|mt|mtrs?|met(?:er|re)s?|yards?|yds?)\b\.?|[a-z]+)?(?:\s*\(.*?\))?)/i

export function firstArea(text: string): string {
  return NAMED_AREA.exec(text)?.[1] ?? text
}

/** A tag that descriptions of other sites have, not `2 < 3`. */
const TAG = /<\/?(?:p|br|div|span|ul|ol|li|b|strong|i|em|u|h[1-6]|a|table|tr|td|font|center)(?:\s[^<>]*)?\/?>/i

const BLOCK = /<\/?(?:p|br|div|ul|ol|li|h[1-6]|table|tr|td|center)(?:\s[^<>]*)?\/?>/i

/** The HTML of a description, which may be HTML itself, or text with a few tags. */
export function paragraphsOf(desc: string): string {
  if (BLOCK.test(desc)) return desc
  const parts = desc.split(/\n\s*\n/)
  return TAG.test(desc) ? parts.map((part) => `<p>${part}</p>`).join('') : paragraphs(parts)
}

/** Longer ones would be refused with their whole row. */
const LENGTHS: Record<Exclude<TextField, 'desc'>, number> = {
  title: LISTING_LIMITS.title,
  locality: 100,
  address: LISTING_LIMITS.address,
}

export function readText(field: TextField, value: string): Reading<string> {
  try {
    if (field === 'desc') description(paragraphsOf(value))
    else checkedText(field, value, { min: value === '' ? 0 : 1, max: LENGTHS[field] })
    return understood(value)
  } catch (error) {
    if (isAppError(error)) return refused(error.message)
    throw error
  }
}
