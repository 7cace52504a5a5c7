import {
  FURNISHING_LABELS,
  PET_LABELS,
  PROPERTY_LABELS,
  TYPE_LABELS,
  UTILITIES_LABELS,
} from '@aangan/contracts/choice-labels'
import type { Format } from '@aangan/contracts/format'
import { LISTING_LIMITS as LIMITS } from '@aangan/contracts/post-constants'
import type { PostBody } from '@aangan/contracts/posts'
import { parseAmount } from '@aangan/contracts/prices'
import { asTyped, severalLines } from '@aangan/contracts/text/characters'
import { readDegrees } from '@aangan/contracts/text/coordinates'
import { readMetres } from '@aangan/contracts/text/distances'
import { type Rooms, readRoomCount } from '@aangan/contracts/text/rooms'
import { readSquareFeet } from '@aangan/contracts/text/sizes'
import {
  atMost,
  type Check,
  cityOf,
  degrees,
  description,
  distance,
  optional,
  price,
  rooms,
  size,
  written,
} from './checks.ts'

/** The request body with every field that it may have. */
export type WholeBody = { [Part in 'postData' | 'postDetail']: Required<PostBody[Part]> }
type Values = Omit<WholeBody['postData'], 'images' | 'alts'> & WholeBody['postDetail']

export type FieldName = keyof Values
export type FormTexts = Record<FieldName, string>

interface Control {
  label: string
  /** The label of each choice. */
  choices?: Record<string, string>
  maxLength?: number
}

type Group = 'home' | 'near'

/** What may be left out is shown in a group, after the fields that post-fields.tsx names. */
type Field<Name extends FieldName> = NamedField<Name> &
  (null extends Values[Name] ? { group: Group } : { group?: never })

interface NamedField<Name extends FieldName> extends Control {
  part: Name extends keyof WholeBody['postDetail'] ? 'postDetail' : 'postData'
  /** The initial text; empty if absent. */
  initial?: string
  /** `oneLine` if absent. */
  clean?: (entered: string) => string
  check?: Check
  /** What clean text means, where that may differ from what was typed: '110 sqm' is 1,184 sqft. */
  inWords?: (text: string, format: Format) => string
  /** Takes clean text that is valid, or of a stored post. */
  toValue: (text: string) => Values[Name]
  hint?: string
  /** What a plot does not have: it is left out. */
  notOfLand?: true
  /** What concerns a tenant: it is hidden, and left out of a sale. */
  notOfSale?: true
}

const DETAIL = { part: 'postDetail' } as const
const CARD = { part: 'postData' } as const

/** In the order of display. */
export const FIELDS: { [Name in FieldName]: Field<Name> } = {
  type: { ...CARD, ...always('Type', TYPE_LABELS, 'rent') },
  property: { ...CARD, ...always('Property', PROPERTY_LABELS, 'apartment') },
  title: { ...CARD, ...text('Title', written(LIMITS.title, 'Enter a title, such as Bright flat near the lake.')) },
  price: { ...CARD, label: 'Price', check: price, toValue: (amount) => parseAmount(amount) ?? 0 },
  address: { ...CARD, ...text('Address', written(LIMITS.address, 'Enter the address.')) },
  city: { ...CARD, ...text('City', cityOf(LIMITS.city, 'Enter the city.')) },
  latitude: { ...CARD, ...coordinate('Latitude', degrees(90, '18.5204')) },
  longitude: { ...CARD, ...coordinate('Longitude', degrees(180, '73.8567')) },
  bedroom: { ...CARD, ...roomCount('Bedroom Number', 'bedroom'), notOfLand: true },
  bathroom: { ...CARD, ...roomCount('Bathroom Number', 'bathroom'), notOfLand: true },
  size: { ...DETAIL, group: 'home', ...squareFeet('Total Size (sqft)') },
  furnishing: {
    ...CARD,
    group: 'home',
    ...choice('Furnishing', FURNISHING_LABELS),
    notOfLand: true,
  },
  utilities: { ...DETAIL, group: 'home', ...choice('Utilities Policy', UTILITIES_LABELS), notOfSale: true },
  pet: { ...DETAIL, group: 'home', ...choice('Pet Policy', PET_LABELS), notOfSale: true },
  income: {
    ...DETAIL,
    group: 'home',
    ...note('Income Policy', LIMITS.income),
    hint: 'The income you expect of a tenant.',
    notOfSale: true,
  },
  school: { ...DETAIL, group: 'near', ...metres('School') },
  bus: { ...DETAIL, group: 'near', ...metres('bus') },
  restaurant: { ...DETAIL, group: 'near', ...metres('Restaurant') },
  desc: { ...DETAIL, ...text('Description', description), clean: severalLines },
}

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]

/** As shown at the field. */
export function labelOf(name: FieldName): string {
  const { label, group } = FIELDS[name]
  return group || name === 'desc' ? `${label} (optional)` : label
}

export const EMPTY_TEXTS = textsOf((name) => FIELDS[name].initial ?? '')

export function textsOf(textOf: (name: FieldName) => string): FormTexts {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, textOf(name)])) as FormTexts
}

/** The field named in a server error such as 'price is 0; it may be …', or undefined. */
export function fieldInError(message: string): FieldName | undefined {
  return FIELD_NAMES.find((name) => new RegExp(`^\\W*(post\\w+\\W+)?${name}\\b`).test(message))
}

function text(label: string, check: Check) {
  return { label, check, toValue: (entered: string) => entered }
}

/** A text that may be left out. */
function note(label: string, maxLength: number) {
  return { label, maxLength, check: atMost(maxLength), toValue: (entered: string) => entered || null }
}

/** Digits of what `read` understands, or the text as it was typed. */
function digitsOf(read: (entered: string) => number | null | undefined) {
  return (entered: string) => String(read(entered) ?? asTyped(entered))
}

const DECIMAL = /^-?\d+(\.\d+)?$/

function coordinate(label: string, check: Check) {
  const read = digitsOf(readDegrees)
  return {
    ...text(label, check),
    // With all its decimals.
    clean: (entered: string) => (DECIMAL.test(asTyped(entered)) ? asTyped(entered) : read(entered)),
    inWords: (degrees: string) => degrees,
  }
}

function roomCount(label: string, what: Rooms) {
  const clean = digitsOf((entered) => readRoomCount(entered, what))
  return { label, clean, check: rooms, toValue: Number, inWords: (count: string) => count }
}

function squareFeet(label: string) {
  const clean = digitsOf((entered) => readSquareFeet(entered).squareFeet)
  return {
    label,
    clean,
    check: optional(size),
    toValue: orNone,
    inWords: (sqft: string, f: Format) => f.size(Number(sqft)),
  }
}

function metres(label: string) {
  const inWords = (entered: string, { number }: Format) => `${number(Number(entered))} m`
  return { label, clean: digitsOf(readMetres), check: optional(distance), toValue: orNone, inWords }
}

function orNone(entered: string): number | null {
  return entered === '' ? null : Number(entered)
}

/** One of the choices, or none. */
function choice<T extends string>(label: string, choices: Record<T, string>) {
  const toValue = (entered: string) => (Object.keys(choices) as T[]).find((one) => one === entered) ?? null
  return { label, choices, toValue }
}

function always<T extends string>(label: string, choices: Record<T, string>, initial: T) {
  const { toValue } = choice(label, choices)
  return { label, choices, initial, toValue: (entered: string) => toValue(entered) ?? initial }
}
