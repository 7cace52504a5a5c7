import { severalLines } from '@aangan/contracts/text/characters'
import type { Facts } from '../facts/facts.ts'
import type { Field, Layout } from './columns.ts'
import { readFurnishing, readProperty, readType } from './kinds.ts'
import { readMoney } from './money.ts'
import { readPlace } from './place.ts'
import { type Reading, refused, understood } from './reading.ts'
import { readRooms } from './rooms.ts'
import { readSize } from './size.ts'

/** A parsed row. Texts are empty if the row has none. */
export interface Row extends Facts {
  title: string
  address: string
  desc: string
}

/** Parses a row, or returns every reason why it was refused. */
export function readRow(cells: string[], layout: Layout): Reading<Row> {
  const shape = shapeProblem(cells, layout)
  if (shape !== null) return refused(shape)
  const cell = (field: Field): string => textOf(cells[layout.at[field] ?? -1])
  const reasons: string[] = []
  const take = <T>(reading: Reading<T>, otherwise: T): T => {
    if ('value' in reading) return reading.value
    reasons.push(reading.reason)
    return otherwise
  }
  const type = take(readType(cell('type')), 'buy')
  const property = take(readProperty(cell('property')), 'apartment')
  const row: Row = {
    type,
    property,
    price: take(readMoney(cell('price'), type, layout.priceUnit), 0),
    city: take(readCity(cell('city')), ''),
    locality: cell('locality'),
    bedroom: take(readRooms(cell('bedroom'), 'bedroom', property), 0),
    bathroom: take(readRooms(cell('bathroom'), 'bathroom', property), 0),
    size: take(readSize(cell('size'), layout.sizeUnit), null),
    ...take(readPlace(cell('latitude'), cell('longitude')), { latitude: 0, longitude: 0 }),
    furnishing: take(readFurnishing(cell('furnishing')), null),
    title: cell('title'),
    address: cell('address'),
    desc: cell('desc'),
  }
  return reasons.length > 0 ? refused(reasons.join('; ')) : understood(row)
}

/**
 * Identity of a listing: two rows with equal keys are the same home. Never add a column: listings that were imported
 * without it would get other ids, and be added again by the next import of their file.
 */
export function keyOf(row: Row): string {
  const words = [row.city, row.locality, row.title, row.address].map((text) => text.toLowerCase().replace(/\s+/g, ' '))
  const { type, property, price, bedroom, bathroom, size, latitude, longitude, furnishing } = row
  return JSON.stringify([type, property, price, bedroom, bathroom, size, latitude, longitude, furnishing, ...words])
}

function shapeProblem(cells: string[], { headings }: Layout): string | null {
  const beyond = cells.slice(headings.length).some((cell) => cell.trim() !== '')
  if (!beyond && cells.length >= headings.length) return null
  return `the row has ${cells.length} cell${cells.length === 1 ? '' : 's'} but the header has ${headings.length}`
}

function readCity(text: string): Reading<string> {
  return text === '' ? refused('the city is empty') : understood(text)
}

/** Maps the spellings of "no value" in spreadsheets to an empty text. */
function textOf(cell: string | undefined): string {
  const text = severalLines(cell ?? '')
  return /^(n\/?a|nan|null|none|nil|#n\/a|undefined|-+)$/i.test(text) ? '' : text
}
