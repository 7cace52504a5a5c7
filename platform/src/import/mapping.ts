import { AppError } from '@aangan/service-kit/errors'
import { fits } from './fits.ts'
import { FIELDS, type Field, fieldNamed, REQUIRED } from './headings.ts'
import type { Layout, Mapping, Values } from './layout.ts'

interface Mapped {
  at: Layout['at']
  /** Headings given with the field: `--map Kimat="price in lakhs"`. */
  units: Partial<Record<Field, string>>
}

/** @throws BAD_REQUEST naming the columns or fields that there are */
export function readMapping(headings: string[], mapping: Mapping): Mapped {
  const mapped: Mapped = { at: {}, units: {} }
  for (const [column, text] of Object.entries(mapping)) {
    const index = headings.findIndex((heading) => heading.trim().toLowerCase() === column.trim().toLowerCase())
    if (index < 0)
      throw wrong(`--map ${column}=${text}: the file has no column "${column}". Its columns: ${listed(headings)}.`)
    const field = fieldNamed(text)
    if (field === undefined)
      throw wrong(`--map ${column}=${text}: unknown field "${text}". Allowed: ${FIELDS.join(', ')}.`)
    mapped.at[field] = index
    if (text !== field) mapped.units[field] = text
  }
  return mapped
}

/** @throws BAD_REQUEST if a field is unknown or its value cannot be read */
export function readValues(pairs: Record<string, string>): Values {
  const values: Values = {}
  for (const [name, value] of Object.entries(pairs)) {
    const field = FIELDS.find((known) => known === name)
    if (field === undefined)
      throw wrong(`--set ${name}=${value}: unknown field "${name}". Allowed: ${FIELDS.join(', ')}.`)
    if (!fits(field, value)) throw wrong(`--set ${name}=${value}: "${value}" is no ${name}.`)
    values[field] = value
  }
  return values
}

export function explain(missing: readonly Field[], headings: string[]): string {
  const optional = FIELDS.filter((field) => !REQUIRED.some((required) => required === field))
  return (
    `The file has no column for ${missing.join(', ')}. Columns found: ${listed(headings)}. ` +
    `Required: ${REQUIRED.join(', ')}. Optional: ${optional.join(', ')}. ` +
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
  const shown = headings.map((heading) => heading.trim() || '(empty)').join(', ')
  return shown.length > 400 ? `${shown.slice(0, 400)}…` : shown
}
