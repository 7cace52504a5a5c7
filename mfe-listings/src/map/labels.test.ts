import { createFormat } from '@aangan/contracts/format'
import { expect, it } from 'vitest'
import { countLabel, markLabel, markText, placeLabel } from './labels.ts'
import type { ClusterMark, ListingMark } from './marks.ts'
import { home } from './testing/home.ts'

const usd = createFormat({ locale: 'en-IN', currency: 'usd' })
const inr = createFormat({ locale: 'en-IN', currency: 'inr' })

const POINT = { longitude: 73.8, latitude: 18.5 }
const listing = (other = {}): ListingMark => ({
  kind: 'listing',
  key: '1',
  post: home(1, 18.5, 73.8, { address: 'Kothrud, Pune', ...other }),
  ...POINT,
})
const cluster = (count: number, width = 1): ClusterMark => ({
  kind: 'cluster',
  key: 'c',
  count,
  box: [73.8, 18.5, 73.8 + width, 18.5 + width],
  ...POINT,
})

it('names a listing by price, rooms and locality', () => {
  expect(markLabel(listing(), inr)).toBe('₹45 Lac, 2 bedroom, Kothrud')
  expect(markLabel(listing(), usd)).toBe('$ 45L, 2 bedroom, Kothrud')
  expect(markLabel(listing({ type: 'rent', price: 36_000 }), inr)).toBe('₹36,000 / month, 2 bedroom, Kothrud')
  expect(markLabel(listing({ property: 'land' }), inr)).toBe('₹45 Lac, land, Kothrud')
  expect(markLabel(listing({ bedroom: 0 }), inr)).toBe('₹45 Lac, apartment, Kothrud')
  expect(markLabel(listing({ address: '' }), inr)).toBe('₹45 Lac, 2 bedroom, Pune')
})

it('names a cluster by its count, and by its place if that is one', () => {
  expect(markLabel(cluster(24), inr)).toBe('24 homes')
  expect(markLabel(cluster(655, 0), inr)).toBe('655 homes at one place')
})

it('starts each name with the visible text of the marker', () => {
  for (const mark of [listing(), listing({ type: 'rent', price: 9_000 }), cluster(7), cluster(12_345)]) {
    for (const format of [usd, inr]) {
      expect(markLabel(mark, format).startsWith(markText(mark, format))).toBe(true)
    }
  }
})

it('keeps the visible text of markers short', () => {
  expect(markText(cluster(1_000_000), inr)).toBe('1M')
  expect(markText(listing({ price: 123_456_789 }), usd)).toBe('$ 12.3Cr')
})

it('counts homes in a sentence', () => {
  expect(countLabel(1, inr)).toBe('1 home on the map')
  expect(countLabel(38, inr)).toBe('38 homes on the map')
})

it('shows a capped count of the homes at one place', () => {
  expect(placeLabel({ count: 655, more: false }, inr)).toBe('655 homes at one place')
  expect(placeLabel({ count: 1, more: false }, inr)).toBe('1 home at one place')
  expect(placeLabel({ count: 999, more: true }, inr)).toBe('999+ homes at one place')
})
