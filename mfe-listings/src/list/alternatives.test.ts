import type { Place } from '@aangan/contracts/posts'
import { describe, expect, it } from 'vitest'
import { alternativesTo } from './alternatives.ts'

const place = (name: string, alias: string | null = null): Place => ({
  place: name,
  city: name,
  locality: null,
  count: 3,
  alias,
})

const searches = (search: string, places: Place[] = []) => alternativesTo(search, places).map((other) => other.search)

describe('alternativesTo', () => {
  it('drops one filter at a time, including the map area, and keeps the sort', () => {
    expect(searches('?type=rent&maxPrice=1&bbox=1,2,3,4&sort=price_asc&after=x')).toEqual([
      '?maxPrice=1&bbox=1%2C2%2C3%2C4&sort=price_asc',
      '?type=rent&bbox=1%2C2%2C3%2C4&sort=price_asc',
      '?type=rent&maxPrice=1&sort=price_asc',
    ])
  })

  it('offers all homes in the city if that drops more than one filter', () => {
    expect(searches('?city=Pune&type=rent&maxPrice=1').at(-1)).toBe('?city=Pune')
    expect(searches('?city=Pune&type=rent')).toEqual(['?type=rent', '?city=Pune'])
  })

  it('offers places with similar names, but not another name of the same place', () => {
    expect(searches('?city=Puna&type=buy', [place('Pune'), place('Punalur')]).slice(0, 2)).toEqual([
      '?city=Pune&type=buy',
      '?city=Punalur&type=buy',
    ])
    expect(searches('?city=banglaore', [place('Bengaluru', 'Bangalore')])[0]).toBe('?city=Bengaluru')
    expect(searches('?city=bangalore', [place('Bengaluru', 'Bangalore')])).toEqual([''])
  })

  it('offers nothing for a search without filters', () => expect(searches('?sort=price_asc')).toEqual([]))
})
