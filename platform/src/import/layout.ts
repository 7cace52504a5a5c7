import { isBlank } from '@aangan/contracts/text/characters'
import type { Field } from './headings.ts'
import { shown } from './reading.ts'

/** Cell index of each field, and the units stated in the price and size headings. */
export interface Layout {
  headings: string[]
  at: Partial<Record<Field, number>>
  /** Values for the cells that a file lacks. */
  set: Values
  priceUnit: number
  sizeUnit: number
  unused: string[]
}

export type Mapping = Record<string, string>
export type Values = Partial<Record<Field, string>>

export function nameOf(heading: string | undefined, index: number): string {
  return isBlank(heading ?? '') ? `(column ${index + 1}, no heading)` : shown(heading ?? '')
}
