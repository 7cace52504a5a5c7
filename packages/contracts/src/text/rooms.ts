import { asTyped } from './characters.ts'
import { BEDROOM_UNIT } from './kinds.ts'
import { NUMBER_WORDS } from './numbers.ts'

export type Rooms = 'bedroom' | 'bathroom'

const WORDS = NUMBER_WORDS.slice(0, 11)

const UNITS: Record<Rooms, string> = {
  bedroom: `(?:${BEDROOM_UNIT}|बीएचके)`,
  bathroom: '(?:bath ?rooms?|baths?|ba|toilets?|washrooms?|wcs?)',
}
const ANY_UNIT = `(?:${UNITS.bedroom}|${UNITS.bathroom}|rooms?)`

/** `2`, `2.5` (the half is a study), `4+`, `4 plus`, `more than 3`, `2 nos`, and a remark after the unit: `3 BHK + study`. */
const COUNT = new RegExp(
  `^(?:more than |above |over |> ?)?(\\d{1,3})(?:\\.\\d+)? ?(?:\\+|plus|or more)? ?(?:- ?)?(?:${ANY_UNIT}(?![a-z\\d]).*|nos?)?$`,
)
/** `BHK2`, `RK1`, `BHK4PLUS`, `BHK: 2`. */
const UNIT_FIRST = new RegExp(`^${ANY_UNIT} ?[:-]? ?(\\d{1,2}) ?(?:\\+|plus)?$`)
const SEVERAL = new RegExp(
  `\\d ?(?:${ANY_UNIT} ?)?(?:,|-|/|&|\\bto\\b|\\band\\b|\\bor\\b) ?\\d+(?:\\.\\d+)? ?${ANY_UNIT}`,
)

/** 3 of `3+1 BHK`: the other is a study, or a servant's. */
const WITH_STUDY = new RegExp(`^(\\d) ?\\+ ?1(?= ?${UNITS.bedroom}|$)`)

/** A count beside its unit, anywhere in a text. Of `2BHK+2T`, the second is toilets. */
const INSIDE = {
  bedroom: new RegExp(`(?<![\\d.])(\\d{1,2})(?:\\.\\d+| ?\\+ ?1)? ?\\+? ?-? ?${UNITS.bedroom}(?![a-z])`),
  bathroom: new RegExp(
    `(?<![\\d.])(\\d{1,2})(?:\\.\\d+)? ?\\+? ?-? ?${UNITS.bathroom}(?![a-z])|(?<=\\d ?b ?h ?k ?[+&,(/] ?)(\\d) ?t(?![a-z])`,
  ),
}

/** Reads a count that fills the text: `2`, `2 BHK`, `BHK2`, `4+` as 4, `studio` as 1. Null if it names none, or several. */
export function readRoomCount(text: string, what: Rooms): number | null {
  const words = spelled(text)
  if (/^studio\b/.test(words)) return 1
  if (INSIDE.bedroom.test(words) && INSIDE.bathroom.test(words)) return inside(words, what)
  if (SEVERAL.test(words)) return null
  const counted = WORDS.indexOf(words.split(' ')[0] ?? '')
  const spelt = counted >= 0 ? words.replace(/^[a-z]+/, String(counted)) : words
  const digits = what === 'bedroom' ? spelt.replace(WITH_STUDY, '$1') : spelt
  const found = digits.match(COUNT) ?? digits.match(UNIT_FIRST)
  return found ? Number(found[1]) : null
}

/** 2 of `2 BHK flat in Baner`; null if the text names no count, or several. */
export function roomCountIn(text: string, what: Rooms): number | null {
  const words = spelled(text)
  if (SEVERAL.test(words) && what === 'bedroom' && !INSIDE.bathroom.test(words)) return null
  return inside(words, what) ?? (what === 'bedroom' && /\bstudio\b/.test(words) ? 1 : null)
}

function inside(words: string, what: Rooms): number | null {
  const found = INSIDE[what].exec(words)
  return found ? Number(found[1] ?? found[2]) : null
}

/** `2 B.H.K.` and `BHK_2` as `2 b h k`, `bhk 2`. */
function spelled(text: string): string {
  return asTyped(text.replace('½', '.5'))
    .toLowerCase()
    .replace(/_|\.(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
