import { AppError } from '@aangan/service-kit/errors'
import { unitOfHeading } from './money.ts'
import { sizeUnitOfHeading } from './size.ts'

/** Listing fields and the column headings recognised for each, most likely first. */
const HEADINGS = {
  type: [
    'type',
    'listing type',
    'offer',
    'offer type',
    'transaction',
    'transaction type',
    'purpose',
    'for',
    'sale or rent',
    'category',
  ],
  property: ['property', 'property type', 'home type', 'building type', 'kind', 'propertytype'],
  price: [
    'price',
    'amount',
    'cost',
    'asking price',
    'rent',
    'monthly rent',
    'total price',
    'selling price',
    'price inr',
    'price rs',
  ],
  city: ['city', 'town', 'city name'],
  locality: [
    'locality',
    'location',
    'area locality',
    'neighbourhood',
    'neighborhood',
    'sector',
    'locality name',
    'suburb',
  ],
  bedroom: ['bedroom', 'bedrooms', 'beds', 'bed', 'bhk', 'no of bedrooms', 'bedroom count', 'rooms', 'bhk no'],
  bathroom: ['bathroom', 'bathrooms', 'baths', 'bath', 'no of bathrooms', 'bathroom count', 'toilets'],
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lng', 'lon', 'long'],
  size: [
    'size',
    'area',
    'sqft',
    'size sqft',
    'area sqft',
    'square feet',
    'total sqft',
    'carpet area',
    'built up area',
    'super area',
    'builtup area',
    'plot area',
  ],
  furnishing: ['furnishing', 'furnished', 'furnishing status', 'furniture'],
  title: ['title', 'name', 'headline'],
  address: ['address', 'full address', 'street'],
  desc: ['desc', 'description', 'details', 'text'],
} as const

export type Field = keyof typeof HEADINGS

const FIELDS = Object.keys(HEADINGS) as Field[]
const REQUIRED: Field[] = ['type', 'property', 'price', 'city', 'bedroom', 'bathroom', 'latitude', 'longitude']

/** Cell index of each field, and the units stated in the price and size headings. */
export interface Layout {
  headings: string[]
  at: Partial<Record<Field, number>>
  priceUnit: number
  sizeUnit: number
  unused: string[]
}

export type Mapping = Record<string, string>

/**
 * Maps headings to fields; `mapping` takes precedence.
 * @throws BAD_REQUEST listing the columns found and the columns expected.
 */
export function layoutOf(headings: string[], mapping: Mapping): Layout {
  const mapped = readMapping(headings, mapping)
  const at: Layout['at'] = {}
  for (const field of FIELDS) {
    const index = mapped[field] ?? guess(field, headings, Object.values(mapped))
    if (index !== undefined) at[field] = index
  }
  const missing = REQUIRED.filter((field) => at[field] === undefined)
  if (missing.length > 0) throw new AppError('BAD_REQUEST', explain(missing, headings))
  const used = new Set(Object.values(at))
  return {
    headings,
    at,
    priceUnit: unitOfHeading(headings[at.price ?? -1] ?? ''),
    sizeUnit: sizeUnitOfHeading(headings[at.size ?? -1] ?? ''),
    unused: headings.filter((heading, index) => heading.trim() !== '' && !used.has(index)),
  }
}

/** Number of recognised headings, used to detect the delimiter. */
export function countKnown(headings: string[]): number {
  return FIELDS.filter((field) => guess(field, headings, []) !== undefined).length
}

function guess(field: Field, headings: string[], taken: number[]): number | undefined {
  const spelled = headings.map(normalise)
  for (const known of HEADINGS[field]) {
    const index = spelled.findIndex((heading, at) => !taken.includes(at) && heading === known)
    if (index >= 0) return index
  }
  return undefined
}

/** `Price (in Lakhs)` → `price`, `Area_SqFt` → `area sqft`. Units are parsed separately. */
function normalise(heading: string): string {
  const words = heading
    .normalize('NFKC')
    .replace(/[([].*?(?:[)\]]|$)/gs, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  const bare = words.replace(/[^a-z0-9]+/g, ' ').trim()
  return bare.replace(/ (in )?(rs|inr|lakhs?|lacs?|crores?|cr)$/, '')
}

function readMapping(headings: string[], mapping: Mapping): Partial<Record<Field, number>> {
  const found: Partial<Record<Field, number>> = {}
  for (const [column, field] of Object.entries(mapping)) {
    const index = headings.findIndex((heading) => heading.trim().toLowerCase() === column.trim().toLowerCase())
    if (index < 0) {
      throw new AppError(
        'BAD_REQUEST',
        `--map ${column}=${field}: the file has no column "${column}". Its columns: ${listed(headings)}.`,
      )
    }
    const known = FIELDS.find((name) => name === field)
    if (known === undefined) {
      throw new AppError(
        'BAD_REQUEST',
        `--map ${column}=${field}: unknown field "${field}". Allowed: ${FIELDS.join(', ')}.`,
      )
    }
    found[known] = index
  }
  return found
}

function explain(missing: Field[], headings: string[]): string {
  return (
    `The file has no column for ${missing.join(', ')}. Columns found: ${listed(headings)}. ` +
    `Required: ${REQUIRED.join(', ')}. Optional: ${FIELDS.filter((field) => !REQUIRED.includes(field)).join(', ')}. ` +
    'Map a column with --map column=field.'
  )
}

function listed(headings: string[]): string {
  const shown = headings.map((heading) => heading.trim() || '(empty)').join(', ')
  return shown.length > 400 ? `${shown.slice(0, 400)}…` : shown
}
