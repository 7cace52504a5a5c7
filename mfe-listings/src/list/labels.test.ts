import { createFormat } from '@aangan/contracts/format'
import { describe, expect, it } from 'vitest'
import { filterLabel, searchedPlace, titleOf, titleWhen, wrongFilters } from './labels.ts'

const inr = createFormat({ locale: 'en-IN', currency: 'inr' })

describe('labels', () => {
  it.each([
    ['city', 'Pune', 'Pune'],
    ['type', 'rent', 'To rent'],
    ['type', 'constructor', 'Not valid: constructor'],
    ['property', 'land', 'Land'],
    ['minPrice', '4500000', 'From ₹45 Lac'],
    ['maxPrice', '4500000', 'Up to ₹45 Lac'],
    ['maxPrice', 'cheap', 'Not valid: cheap'],
    ['bedroom', '2', '2 bedroom'],
    ['bedroom', '2,3', '2 or 3 bedroom'],
    ['bedroom', '4+', '4+ bedroom'],
    ['minSize', '1000', 'From 1,000 sqft'],
    ['days', '7', 'Posted in the last 7 days'],
    ['days', '0', 'Not valid: 0'],
    ['bbox', '1,2,3,4', 'Map area'],
  ] as const)('name %s=%s %j', (name, value, label) => expect(filterLabel(name, value, inr)).toBe(label))

  it.each([
    ['?city=+poona+', 'Poona'],
    ['?bbox=1,2,3,4', 'this area of the map'],
    ['', 'all of India'],
  ])('name the place of %j', (search, place) => expect(searchedPlace(search)).toBe(place))

  it.each([
    ['?days=0&city=Pune', 'Check the filters. “0” is not one of the options. Choose one from the list.'],
    [
      '?minPrice=cheap&bedroom=x',
      'Check the filters. “cheap” is not an amount. Enter one, for example 45 lakh. Enter 2, or 2,3, or 4+.',
    ],
    ['?minPrice=5000000&maxPrice=100', 'Check the filters. The max price is below the min price.'],
    ['?city=Pune&after=mangled', null],
  ])('report what is invalid in %j', (search, why) => expect(wrongFilters(search)).toBe(why))

  it.each([
    ['?city=poona&type=rent&property=Apartment', 'Apartments to rent in Pune'],
    ['?city=Kothrud,+Pune&property=castle', 'Homes to buy or rent in Kothrud, Pune'],
    ['?type=buy', 'Homes for sale'],
  ])('title %j', (search, title) => expect(titleOf(search)).toBe(title))

  const LOADING = { isAnswered: false, isFailed: false }

  it.each([
    ['?city=poona&type=rent', 'Homes to rent in Pune'],
    ['?type=buy', 'Homes for sale'],
    ['?city=2bhk+to+rent+in+Pune&type=buy', undefined],
  ])('while it loads, title %j %j', (search, title) => expect(titleWhen(LOADING, search)).toBe(title))

  it.each([
    ['?city=poona&type=rent', 'Homes to rent in Pune'],
    ['?city=2bhk+to+rent+in+Pune&type=buy', 'Homes to buy or rent'],
  ])('if it cannot be loaded, title %j %j', (search, title) => {
    expect(titleWhen({ ...LOADING, isFailed: true }, search)).toBe(title)
  })
})
