import { placeIn } from './city.ts'
import type { Field } from './headings.ts'
import { propertyIn, typeIn } from './kinds.ts'
import { roomsIn } from './rooms.ts'

export interface Elsewhere {
  sample: readonly (readonly string[])[]
}

type Found = Exclude<Field, 'price'>
export type Said = 'type' | 'property' | 'bedroom' | 'bathroom' | 'city'

/** Where else a file may say a required fact: `2 BHK Apartment` has two, `Alandi Road, Pune` a city. */
const SOURCES = {
  type: ['property', 'title'],
  property: ['bedroom', 'type', 'title'],
  bedroom: ['property', 'type', 'title'],
  bathroom: ['bedroom', 'property', 'title'],
  city: ['locality', 'address', 'title'],
} as const satisfies Record<Said, readonly Found[]>

const READERS = {
  type: typeIn,
  property: propertyIn,
  bedroom: (text: string) => roomsIn(text, 'bedroom'),
  bathroom: (text: string) => roomsIn(text, 'bathroom'),
  city: (text: string) => placeIn(text.replace(/^.*\bin\b/is, ''))?.city ?? null,
}

export type Value<F extends Said> = NonNullable<ReturnType<(typeof READERS)[F]>>

/** The fact as other cells of the row tell it, null if they do not; `cell` returns the text of a field. */
export function found<F extends Said>(field: F, cell: (field: Field) => string): Value<F> | null {
  for (const other of SOURCES[field]) {
    const text = cell(other)
    const value = text === '' ? null : READERS[field](text)
    if (value !== null) return value as Value<F>
  }
  return null
}
