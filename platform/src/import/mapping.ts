import { FURNISHINGS, POST_TYPES, PROPERTIES } from '@aangan/contracts/post-constants'
import { oneLine, plainLine, quoted } from '@aangan/contracts/text/characters'
import { AppError } from '@aangan/service-kit/errors'
import { headingKey } from './cell-text.ts'
import { fits } from './fits.ts'
import { FIELDS, type Field, fieldNamed, REQUIRED } from './headings.ts'
import { type Layout, type Mapping, nameOf, type Values } from './layout.ts'
import { shown } from './reading.ts'

interface Mapped {
  at: Layout['at']
  /** Headings given with the field: `--map Kimat="price in lakhs"`. */
  units: Partial<Record<Field, string>>
}

/** @throws BAD_REQUEST naming the columns or fields that there are */
export function readMapping(headings: string[], mapping: Mapping): Mapped {
  const mapped: Mapped = { at: {}, units: {} }
  for (const [column, given] of Object.entries(mapping)) {
    const option = `--map ${shown(column)}=${shown(given)}`
    const index = headings.findIndex((heading) => headingKey(heading) === headingKey(column))
    if (index < 0) throw wrong(`${option}: the file has no column ${quoted(column)}. Its columns: ${listed(headings)}.`)
    const text = plainLine(given)
    const field = fieldNamed(text)
    if (field === undefined) throw wrong(`${option}: unknown field ${quoted(given)}. Allowed: ${FIELDS.join(', ')}.`)
    mapped.at[field] = index
    if (text !== field) mapped.units[field] = text
  }
  return mapped
}

/** @throws BAD_REQUEST if a field is unknown or its value cannot be read */
export function readValues(pairs: Record<string, string>): Values {
  const values: Values = {}
  for (const [name, given] of Object.entries(pairs)) {
    const option = `--set ${shown(name)}=${shown(given)}`
    const field = FIELDS.find((known) => known === plainLine(name))
    if (field === undefined) throw wrong(`${option}: unknown field ${quoted(name)}. Allowed: ${FIELDS.join(', ')}.`)
    const value = oneLine(given)
    if (!fits(field, value)) throw wrong(`${option}: ${quoted(given)} is no ${field}. Allowed: ${ALLOWED[field]}.`)
    values[field] = value
  }
  return values
}

const ALLOWED: Record<Field, string> = {
  type: `${POST_TYPES.join(', ')}, or a word for one, such as resale or lease`,
  property: `${PROPERTIES.join(', ')}, or a word for one, such as flat, villa or plot`,
  furnishing: FURNISHINGS.join(', '),
  price: 'an amount such as 4500000 or 45 lakh',
  priceUnit: 'a unit such as lakh or Cr',
  sizeUnit: 'a unit such as sq ft or sq yards',
  city: 'a name such as Pune',
  locality: 'a name such as Kothrud',
  address: 'a text such as 12 Lake Road',
  bedroom: 'a number such as 2',
  bathroom: 'a number such as 1',
  size: 'a size such as 1200 or 110 sqm',
  latitude: 'degrees in India, such as 18.5204',
  longitude: 'degrees in India, such as 73.8567',
  coordinates: 'a point in India, such as 18.5204, 73.8567',
  title: 'a text with letters',
  desc: 'a text with letters',
}

export function explain(missing: readonly Field[], headings: string[]): string {
  const optional = FIELDS.filter((field) => !REQUIRED.some((required) => required === field))
  return (
    `The file has no column for ${missing.join(', ')}. Columns found: ${listed(headings)}. ` +
    `Required: ${REQUIRED.join(', ')}. Optional: ${optional.join(', ')}. ` +
    (missing.length === REQUIRED.length ? 'If the headings are further down, delete the lines above them. ' : '') +
    `Map a column with --map column=field, or say what holds for all rows, such as --set ${missing[0]}=${EXAMPLES[missing[0] ?? 'type'] ?? '…'}.`
  )
}

const EXAMPLES: Partial<Record<Field, string>> = {
  type: 'rent',
  property: 'apartment',
  price: '25000',
  city: 'Pune',
  bedroom: '2',
  bathroom: '1',
}

function wrong(message: string): AppError {
  return new AppError('BAD_REQUEST', message)
}

function listed(headings: string[]): string {
  const names = headings.map(nameOf).join(', ')
  return names.length > 400 ? `${names.slice(0, 400)}…` : names
}
