import { FILTER_NAMES, type PostFilters } from '@aangan/contracts/post-filters'
import { describe, expect, it } from 'vitest'
import { Places } from './places.ts'
import { understand } from './understand.ts'

type Home = [city: string, locality: string | null, pin?: string]

/** Places with one home each. */
function placesOf(homes: Home[]): Places {
  const places = new Places()
  for (const [city, locality, pin = null] of homes) places.count(places.numberOf({ city, locality, pin }), 'buy', 1)
  return places
}

/** What a search is understood as, without the filters that it does not have. */
function meant(places: Places, query: Partial<PostFilters>) {
  const none = Object.fromEntries(FILTER_NAMES.map((name) => [name, null])) as PostFilters
  return Object.fromEntries(
    Object.entries(understand({ ...none, ...query }, places)).filter(([, value]) => value !== null),
  )
}

describe('the address of one home', () => {
  const places = placesOf([
    ['Mumbai', 'Andheri'],
    ['Nashik', 'Apartment'],
    ['Nashik', 'For rent'],
    ['Nashik', 'Villa'],
    ['Nashik', 'Homes'],
    ['Nashik', 'Flats in Mumbai'],
    ['Nashik', 'RK Layout'],
    ['Nashik', 'Rest House Road'],
    ['Nashik', 'Sector 62'],
    ['Villa', null],
  ])

  it.each([
    ['apartment', { property: 'apartment' }],
    ['For rent', { type: 'rent' }],
    ['Villa', { property: 'house' }],
    ['homes', {}],
    ['Flats in Mumbai', { property: 'apartment', city: 'Mumbai' }],
    ['2bhk flats in Mumbai', { property: 'apartment', city: 'Mumbai', bedroom: ['2'] }],
    ['Villa, Nashik', { property: 'house', city: 'Nashik' }],
  ])('makes no place of %s', (city, filters) => expect(meant(places, { city })).toEqual(filters))

  it.each(['RK Layout', 'Rest House Road', 'Rest House Road, Nashik', 'Sector 62', 'Nashik'])(
    'makes a place of %s',
    (city) => expect(meant(places, { city })).toEqual({ city }),
  )
})
