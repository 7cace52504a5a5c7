import type { Property } from '@aangan/contracts/post-constants'
import { asTyped } from '@aangan/contracts/text/characters'
import { quoted, type Reading, refused, understood } from './reading.ts'

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const MOST = 100

/** `2`, `2 BHK`, `3 beds`, `2.5 BHK` (the half is a study: 2), `4+`, `four`, `1 RK`, `studio`. */
const COUNT =
  /^(\d{1,3})(?:\.\d+)? ?\+? ?(?:- ?)?(?:b\.?h\.?k\.?|rk|r\.k\.|beds?|bedrooms?|br|bdr|baths?|bathrooms?|ba|toilets?|rooms?)?\.?$/

/**
 * Parses a bedroom or bathroom count; `what` names it in the reason. Land has none, so an empty cell or a dash is 0; a
 * home has at least one of each.
 */
export function readRooms(text: string, what: 'bedroom' | 'bathroom', property: Property): Reading<number> {
  const words = asTyped(text).toLowerCase()
  const number = words === '' || words === '-' ? null : toCount(words)
  if (property === 'land') return understood(number ?? 0)
  if (words === '') return refused(`the ${what} count is empty`)
  if (number === null) return refused(`the ${what} count ${quoted(text)} is not a number such as 2 or "2 BHK"`)
  if (number < 1) return refused(`the ${what} count ${quoted(text)} is below 1`)
  return number > MOST ? refused(`the ${what} count ${quoted(text)} is too high; at most ${MOST}`) : understood(number)
}

function toCount(words: string): number | null {
  if (/^studio\b/.test(words)) return 1
  const counted = WORDS.indexOf(words.split(' ')[0] ?? '')
  const digits = counted >= 0 ? words.replace(/^[a-z]+/, String(counted)) : words
  const found = digits.match(COUNT)
  return found ? Number(found[1]) : null
}
