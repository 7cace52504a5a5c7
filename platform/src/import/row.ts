import { isBlank } from '@aangan/contracts/text/characters'
import type { Facts } from '../facts/facts.ts'
import { textOf } from './cell-text.ts'
import { centreOf } from './centres.ts'
import { localityBeside, readCity } from './city.ts'
import type { Field } from './headings.ts'
import { readFurnishing, readProperty, readType } from './kinds.ts'
import type { Layout } from './layout.ts'
import { readMoney } from './money.ts'
import {
  firstArea,
  type LeftOut,
  localityIn,
  noCity,
  nowhere,
  readCoordinates,
  readText,
  type TextField,
  withUnit,
} from './optional-cells.ts'
import { type Reading, refused, understood } from './reading.ts'
import { readRooms } from './rooms.ts'
import { readSize } from './size.ts'
import { found, type Said, type Value } from './sources.ts'

/** A parsed row. Texts are empty if the row has none. */
export interface Row extends Facts {
  /** The file has no coordinates: they are the centre of the locality or the city. */
  approximate: boolean
  title: string
  address: string
  desc: string
}

export type RowReading = { value: Row; leftOut: LeftOut[] } | { reason: string }

/** Parses a row, or returns every reason why it was refused. */
export function readRow(cells: string[], layout: Layout): RowReading {
  const shape = shapeProblem(cells, layout)
  if (shape !== null) return refused(shape)
  const cell = (field: Field): string => textOf(cells[layout.at[field] ?? -1])
  const reasons: string[] = []
  const leftOut: LeftOut[] = []
  const must = <T>(reading: Reading<T>, otherwise: T): T => {
    if ('value' in reading) return reading.value
    reasons.push(reading.reason)
    return otherwise
  }
  const may = <T>(field: Field, reading: Reading<T>, otherwise: T): T => {
    if ('value' in reading) return reading.value
    leftOut.push({ field, reason: reading.reason })
    return otherwise
  }
  // With `--set city=Mumbai`, Thane is a locality; `Kolshet Road, Thane` says otherwise.
  const placeCell = (field: Field): string =>
    layout.set.city === undefined || cell(field).includes(',') ? cell(field) : ''
  /** What the cell says, else the rest of the row, else `--set`. */
  const said = <F extends Said>(field: F, read: (text: string) => Reading<Value<F>>): Reading<Value<F>> => {
    const own = cell(field)
    const reading = read(own)
    if (own !== '' && 'value' in reading) return reading
    const elsewhere = found(field, field === 'city' ? placeCell : cell)
    if (elsewhere !== null) return understood(elsewhere)
    return own === '' ? read(layout.set[field] ?? '') : reading
  }
  const optional = (field: Field): string => cell(field) || (layout.set[field] ?? '')
  const text = (field: TextField): string => may(field, readText(field, optional(field)), '')

  const type = must(said('type', readType), 'buy')
  const property = must(said('property', readProperty), 'apartment')
  const named = said('city', readCity)
  const isSilent = 'reason' in named && cell('city') === ''
  const city = must(isSilent ? refused(noCity(cell)) : named, '')
  const locality =
    cell('city') === ''
      ? localityIn(text('locality'), placeCell)
      : text('locality') || localityBeside(cell('city'), city)
  const point = may('coordinates', readCoordinates(optional), null)
  const place = point ?? centreOf(locality, city)
  if (place === null && city !== '') reasons.push(nowhere(city, leftOut))
  const row: Row = {
    type,
    property,
    price: must(readMoney(withUnit(optional('price'), optional('priceUnit')), type, layout.priceUnit), 0),
    city,
    locality,
    bedroom: must(
      said('bedroom', (words) => readRooms(words, 'bedroom', property)),
      0,
    ),
    bathroom: must(
      said('bathroom', (words) => readRooms(words, 'bathroom', property)),
      0,
    ),
    size: may('size', readSize(withUnit(firstArea(optional('size')), optional('sizeUnit')), layout.sizeUnit), null),
    latitude: place?.latitude ?? 0,
    longitude: place?.longitude ?? 0,
    approximate: point === null,
    furnishing: may('furnishing', readFurnishing(optional('furnishing')), null),
    title: text('title'),
    address: text('address'),
    desc: text('desc'),
  }
  return reasons.length > 0 ? refused(reasons.join('; ')) : { value: row, leftOut }
}

/**
 * Identity of a listing: two rows with equal keys are the same home. Never add a column: listings that were imported
 * without it would get other ids, and be added again by the next import of their file.
 */
export function keyOf(row: Row): string {
  const words = [row.city, row.locality, row.title, row.address].map((text) => text.toLowerCase().replace(/\s+/g, ' '))
  const { type, property, price, bedroom, bathroom, size, furnishing } = row
  // A centre is our own statement, and may move.
  const [latitude, longitude] = row.approximate ? [null, null] : [row.latitude, row.longitude]
  return JSON.stringify([type, property, price, bedroom, bathroom, size, latitude, longitude, furnishing, ...words])
}

function shapeProblem(cells: string[], { headings }: Layout): string | null {
  const beyond = cells.slice(headings.length).some((cell) => !isBlank(cell))
  if (!beyond && cells.length >= headings.length) return null
  return `the row has ${cells.length} cell${cells.length === 1 ? '' : 's'} but the header has ${headings.length}`
}
