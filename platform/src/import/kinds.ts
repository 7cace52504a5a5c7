import type { Furnishing, PostType, Property } from '@aangan/contracts/post-constants'
import { quoted, type Reading, refused, understood } from './reading.ts'

const TYPES: Record<PostType, string[]> = {
  buy: ['buy', 'sale', 'for sale', 'sell', 'selling', 'resale', 'purchase', 'new', 'new booking', 'ownership'],
  rent: ['rent', 'rental', 'for rent', 'to rent', 'on rent', 'let', 'to let', 'lease', 'for lease', 'renting'],
}

const PROPERTIES: Record<Property, string[]> = {
  apartment: [
    'apartment',
    'flat',
    'residential apartment',
    'multistorey apartment',
    'studio',
    'studio apartment',
    'penthouse',
    'service apartment',
  ],
  house: [
    'house',
    'independent house',
    'residential house',
    'villa',
    'bungalow',
    'row house',
    'duplex',
    'townhouse',
    'farm house',
    'cottage',
    'home',
  ],
  condo: ['condo', 'condominium', 'builder floor', 'independent floor', 'builder floor apartment', 'floor'],
  land: ['land', 'plot', 'residential plot', 'residential land', 'site', 'agricultural land', 'farm land', 'open plot'],
}

const FURNISHINGS: Record<Furnishing, string[]> = {
  furnished: ['furnished', 'fully furnished', 'full', 'fully', 'yes'],
  'semi-furnished': ['semi furnished', 'semi', 'partly furnished', 'partially furnished', 'part furnished'],
  unfurnished: ['unfurnished', 'un furnished', 'not furnished', 'none', 'no', 'bare'],
}

const typeOf = spellings(TYPES)
const propertyOf = spellings(PROPERTIES)
const furnishingOf = spellings(FURNISHINGS)

export function readType(text: string): Reading<PostType> {
  return one(text, 'type', typeOf, 'buy or rent')
}

export function readProperty(text: string): Reading<Property> {
  return one(text, 'property', propertyOf, 'apartment, house, condo or land')
}

export function readFurnishing(text: string): Reading<Furnishing | null> {
  return text.trim() === '' || text.trim() === '-'
    ? understood(null)
    : one(text, 'furnishing', furnishingOf, 'furnished, semi-furnished or unfurnished')
}

function spellings<K extends string>(table: Record<K, string[]>): Map<string, K> {
  const entries = Object.entries(table) as [K, string[]][]
  return new Map(
    entries.flatMap(([kind, words]) =>
      words.flatMap((word) => [word, `${word}s`].map((form) => [form, kind] as const)),
    ),
  )
}

function one<K>(text: string, what: string, table: Map<string, K>, expected: string): Reading<K> {
  const words = text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  if (text.trim() === '') return refused(`the ${what} is empty`)
  const kind = table.get(words)
  return kind === undefined
    ? refused(`the ${what} ${quoted(text)} is unknown; it is one of ${expected}`)
    : understood(kind)
}
