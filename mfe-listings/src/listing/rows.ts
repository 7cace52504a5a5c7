import type { Format } from '@aangan/contracts/format'
import type { PostDetail, PostWithDetail } from '@aangan/contracts/posts'
import { PET_TEXT, UTILITIES_TEXT } from '../shared/detail-texts.ts'
import { FURNISHING_LABELS } from '../shared/kind-labels.ts'

export type RowName =
  | ('utilities' | 'pet' | 'income' | 'furnishing')
  | ('size' | 'bedroom' | 'bathroom')
  | ('school' | 'bus' | 'restaurant')

export interface Row {
  name: RowName
  label: string
  text: string
}

export function generalRows({ postDetail, furnishing }: PostWithDetail): Row[] {
  const { utilities, pet, income } = postDetail
  return present([
    { name: 'utilities', label: 'Utilities', text: utilities && UTILITIES_TEXT[utilities] },
    { name: 'pet', label: 'Pet Policy', text: pet && PET_TEXT[pet] },
    { name: 'income', label: 'Income Policy', text: income },
    { name: 'furnishing', label: 'Furnishing', text: furnishing && FURNISHING_LABELS[furnishing] },
  ])
}

/** Plots have no rooms: a count of 0 is left out. */
export function sizeRows({ postDetail, bedroom, bathroom }: PostWithDetail, format: Format): Row[] {
  const { size } = postDetail
  return present([
    { name: 'size', label: 'Size', text: size === null ? null : format.size(size) },
    { name: 'bedroom', label: 'Bedrooms', text: counted(bedroom, 'bed') },
    { name: 'bathroom', label: 'Bathrooms', text: counted(bathroom, 'bathroom') },
  ])
}

export function nearbyRows({ school, bus, restaurant }: PostDetail, format: Format): Row[] {
  return present([
    { name: 'school', label: 'School', text: away(school, format) },
    { name: 'bus', label: 'Bus Stop', text: away(bus, format) },
    { name: 'restaurant', label: 'Restaurant', text: away(restaurant, format) },
  ])
}

/** Rounded to whole currency units; null if the size is unknown. */
export function pricePerSqft(price: number, size: number | null): number | null {
  return size === null || size === 0 ? null : Math.round(price / size)
}

function counted(count: number, noun: string): string | null {
  return count === 0 ? null : `${count} ${noun}${count === 1 ? '' : 's'}`
}

function away(metres: number | null, format: Format): string | null {
  return metres === null ? null : `${format.distance(metres)} away`
}

function present(rows: (Omit<Row, 'text'> & { text: string | null })[]): Row[] {
  return rows.filter((row): row is Row => row.text !== null && row.text !== '')
}
