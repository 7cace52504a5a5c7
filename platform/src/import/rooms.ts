import type { Property } from '@aangan/contracts/post-constants'
import { asTyped } from '@aangan/contracts/text/characters'
import { type Rooms, readRoomCount, roomCountIn } from '@aangan/contracts/text/rooms'
import { quoted, type Reading, refused, understood } from './reading.ts'

const MOST = 100

/**
 * Parses a bedroom or bathroom count; `what` names it in the reason. Land has none, so an empty cell or a dash is 0; a
 * home has at least one of each.
 */
export function readRooms(text: string, what: Rooms, property: Property): Reading<number> {
  const typed = asTyped(text)
  const number = typed === '' || typed === '-' ? null : readRoomCount(typed, what)
  if (property === 'land') return understood(number ?? 0)
  if (typed === '') return refused(`the ${what} count is empty`)
  if (number === null) return refused(`the ${what} count ${quoted(text)} is not a number such as 2 or "2 BHK"`)
  if (number < 1) return refused(`the ${what} count ${quoted(text)} is below 1`)
  return number > MOST ? refused(`the ${what} count ${quoted(text)} is too high; at most ${MOST}`) : understood(number)
}

/** 2 of `2 BHK flat in Baner`; null if the text names no count, or several. */
export function roomsIn(text: string, what: Rooms): number | null {
  const count = roomCountIn(text, what)
  return count !== null && count >= 1 && count <= MOST ? count : null
}
