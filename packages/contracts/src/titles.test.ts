import { describe, expect, it } from 'vitest'
import { createFormat } from './format.ts'
import {
  kindInWords,
  listingTitle,
  type NamedSearch,
  placeInWords,
  roomsInWords,
  searchPhrase,
  searchTitle,
  statusInWords,
  unbrokenTitle,
} from './titles.ts'

const usd = createFormat({ locale: 'en-IN', currency: 'usd' })
const inr = createFormat({ locale: 'en-IN', currency: 'inr' })

it.each([
  ['live', 'buy', null],
  ['taken', 'buy', 'Sold'],
  ['taken', 'rent', 'Rented'],
  ['unpublished', 'rent', 'Unpublished'],
] as const)('the state of what is %s to %s is said as %s', (status, type, words) => {
  expect(statusInWords({ status, type })).toBe(words)
})

describe('searchTitle', () => {
  it.each<[NamedSearch, string]>([
    [{ type: 'rent', property: 'apartment', place: 'Pune' }, 'Apartments to rent in Pune'],
    [{ type: 'buy', property: 'land', place: null }, 'Plots of land for sale'],
    [{ type: null, property: null, place: 'Kothrud, Pune' }, 'Homes to buy or rent in Kothrud, Pune'],
    [{ type: null, property: null, place: null }, 'Homes to buy or rent'],
  ])('names %j', (search, title) => expect(searchTitle(search)).toBe(title))

  it('uses the singular for one', () => {
    expect(searchPhrase({ type: 'buy', property: 'house', place: 'Kochi' }, 1)).toBe('house for sale in Kochi')
  })
})

describe('listingTitle', () => {
  it('has the place and the price', () => {
    const post = { title: '2 bedroom apartment in Baner', city: 'Pune', price: 4_500_000, type: 'buy' } as const
    expect(listingTitle(post, inr)).toBe('2 bedroom apartment in Baner, Pune · ₹45 Lac')
  })

  it('does not repeat the place, and marks a rent as monthly', () => {
    const post = { title: 'Flat in PUNE', city: 'Pune', price: 25_000, type: 'rent' } as const
    expect(listingTitle(post, usd)).toBe('Flat in PUNE · $ 25,000 a month')
  })
})

describe('a listing in words', () => {
  const flat = { property: 'apartment', bedroom: 2, bathroom: 1, size: 1_100, type: 'rent' } as const

  it('has a kind and rooms', () => {
    expect(kindInWords(flat)).toBe('Apartment to rent')
    expect(roomsInWords(flat, usd)).toEqual(['2 bedrooms', '1 bathroom', '1,100 sqft'])
    expect(roomsInWords({ ...flat, size: null }, usd)).toEqual(['2 bedrooms', '1 bathroom'])
    expect(roomsInWords({ ...flat, bedroom: 0 }, usd)).toEqual(['1 bathroom', '1,100 sqft'])
  })

  it('has no rooms on a plot', () => {
    const plot = { ...flat, property: 'land', type: 'buy' } as const
    expect(kindInWords(plot)).toBe('Plot of land for sale')
    expect(roomsInWords(plot, usd)).toEqual(['1,100 sqft'])
  })

  it('has a place, without repeating the city', () => {
    expect(placeInWords({ address: 'Baner Road', city: 'Pune' })).toBe('Baner Road, Pune')
    expect(placeInWords({ address: 'Baner, PUNE 411045', city: 'Pune' })).toBe('Baner, PUNE 411045')
  })
})

it.each([
  ['Unfurnished 1 BHK apartment', 'Unfurnished 1\u00a0BHK apartment'],
  ['2.5 bhk or 3 BHK', '2.5\u00a0bhk or 3\u00a0BHK'],
  ['BHK 2 houses', 'BHK 2 houses'],
])('%j is displayed without a break within the number of rooms', (title, unbroken) => {
  expect(unbrokenTitle(title)).toBe(unbroken)
})
