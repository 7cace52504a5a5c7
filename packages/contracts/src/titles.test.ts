import { describe, expect, it } from 'vitest'
import { listingTitle, type NamedSearch, searchPhrase, searchTitle } from './titles.ts'

describe('searchTitle', () => {
  it.each<[NamedSearch, string]>([
    [{ type: 'rent', property: 'apartment', place: 'Pune' }, 'Apartments to rent in Pune'],
    [{ type: 'buy', property: 'land', place: null }, 'Plots of land for sale'],
    [{ type: null, property: null, place: 'Kothrud, Pune' }, 'Homes to buy or rent in Kothrud, Pune'],
    [{ type: null, property: null, place: null }, 'Homes to buy or rent'],
  ])('names %j', (search, title) => expect(searchTitle(search)).toBe(title))

  it('counts one of them', () => {
    expect(searchPhrase({ type: 'buy', property: 'house', place: 'Kochi' }, 1)).toBe('house for sale in Kochi')
  })
})

describe('listingTitle', () => {
  it('says the place and the price', () => {
    const post = { title: '2 bedroom apartment in Baner', city: 'Pune', price: 4_500_000, type: 'buy' } as const
    expect(listingTitle(post, 'inr')).toBe('2 bedroom apartment in Baner, Pune · ₹45 Lac')
  })

  it('says no place twice, and that a rent is for a month', () => {
    const post = { title: 'Flat in PUNE', city: 'Pune', price: 25_000, type: 'rent' } as const
    expect(listingTitle(post, 'usd', 'en-US')).toBe('Flat in PUNE · $ 25,000 a month')
  })
})
