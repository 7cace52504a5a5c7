import { describe, expect, it } from 'vitest'
import { layoutOf } from './columns.ts'
import { readFurnishing, readProperty, readType } from './kinds.ts'
import { readPlace } from './place.ts'
import { readRooms } from './rooms.ts'
import { readSize, sizeUnitOfHeading } from './size.ts'

const because = (words: string) => ({ reason: expect.stringContaining(words) })

describe('rooms', () => {
  it.each([
    ['2', 2],
    ['2 BHK', 2],
    ['2BHK', 2],
    ['3 beds', 3],
    ['3 Bedrooms', 3],
    ['2.5 BHK', 2],
    ['4+', 4],
    ['4 + - \t BHK', 4],
    ['four', 4],
    ['1 RK', 1],
    ['Studio', 1],
    ['2.0', 2],
    ['२ BHK', 2],
    ['3\u00a0BHK\u200b', 3],
  ])('reads %s', (text, count) => expect(readRooms(text, 'bedroom', 'apartment')).toEqual({ value: count }))

  it.each([
    ['', 'bedroom count is empty'],
    ['0', 'below 1'],
    ['-2', 'not a number'],
    ['many', 'not a number'],
    ['500', 'too high'],
  ])('refuses %s', (text, reason) => expect(readRooms(text, 'bedroom', 'house')).toEqual(because(reason)))

  it('may be missing for land', () => expect(readRooms('', 'bathroom', 'land')).toEqual({ value: 0 }))
})

describe('a size', () => {
  it.each([
    ['1200', 1200],
    ['1,200 sq ft', 1200],
    ['1200 sqft', 1200],
    ['1200 Sq. Ft.', 1200],
    ['1200 sq\nft', 1200],
    ['110 sqm', 1184],
    ['110 m²', 1184],
    ['150 sq. yards', 1350],
    ['2 acres', 87_120],
    ['5 cents', 2178],
    ['1,081 sq.ft. (100.43 sq.m.)', 1081],
    ['1450 sqft (Super Built-up)', 1450],
    ['1450 Sq. Ft. carpet area', 1450],
    ['Super built-up area 1450 sqft', 1450],
    ['1 200 sqft', 1200],
    ['१२०० sqft', 1200],
    ['1,200\u00a0sq\u200bft', 1200],
    ['10 marla', 2723],
    ['1 kanal', 5445],
  ])('reads %s in square feet', (text, size) => expect(readSize(text)).toEqual({ value: size }))

  it('may be missing', () => expect(readSize(' ')).toEqual({ value: null }))
  it.each(['1200-1500 sq ft', '1200–1500 sq ft', '2 bigha', 'large', '3', '1,20 sqft', '12 00 sqft'])(
    'refuses %s',
    (text) => {
      expect(readSize(text)).toEqual(because('the size'))
    },
  )
  it('uses the unit of its heading', () => {
    expect(readSize('100', sizeUnitOfHeading('Area (sq m)'))).toEqual({ value: 1076 })
    expect(readSize('100', sizeUnitOfHeading('size'))).toEqual({ value: 100 })
  })
})

describe('a place', () => {
  it('is read in decimal degrees', () => {
    expect(readPlace('28.545561', '77.254349')).toEqual({ value: { latitude: 28.545561, longitude: 77.254349 } })
  })
  it('may have invisible characters and digits of any script', () => {
    const place = { latitude: 28.545561, longitude: 77.254349 }
    expect(readPlace('\u202a28.545561\u202c', '७७.२५४३४९\u200b')).toEqual({ value: place })
  })
  it('is corrected if latitude and longitude are swapped', () => {
    expect(readPlace('77.254349', '28.545561')).toEqual({ value: { latitude: 28.545561, longitude: 77.254349 } })
  })
  it('accepts degree signs, compass letters and a decimal comma', () => {
    expect(readPlace('28°32\'44"N', '77,2543° E')).toEqual({ value: { latitude: 28.545556, longitude: 77.2543 } })
  })
  it.each([
    ['', '', 'missing'],
    ['28.5', '', 'missing'],
    ['0', '0', 'means unknown'],
    ['51.5', '-0.12', 'not in India'],
    ['28.5', '777.2', 'not in India'],
    ['north', '77.2', 'not degrees'],
    ['28.5', '28.5', 'not in India'],
  ])('refuses %s, %s', (latitude, longitude, reason) => {
    expect(readPlace(latitude, longitude)).toEqual(because(reason))
  })
})

describe('a kind', () => {
  it.each([
    ['buy', 'buy'],
    ['For Sale', 'buy'],
    ['to-let', 'rent'],
    ['RENTAL', 'rent'],
  ])('reads the type %s', (text, type) => expect(readType(text)).toEqual({ value: type }))
  it.each([
    ['Flat', 'apartment'],
    ['Builder Floor', 'condo'],
    ['Independent House', 'house'],
    ['villas', 'house'],
    ['Residential Plot', 'land'],
  ])('reads the property %s', (text, property) => expect(readProperty(text)).toEqual({ value: property }))
  it('that is unknown is refused with the allowed values', () => {
    expect(readProperty('castle')).toEqual(because('"castle" is unknown; it is one of apartment, house, condo or land'))
    expect(readType('')).toEqual(because('the type is empty'))
  })
  it('may be empty for the furnishing', () => {
    expect(readFurnishing('')).toEqual({ value: null })
    expect(readFurnishing('Semi-Furnished')).toEqual({ value: 'semi-furnished' })
  })
})

describe('a heading', () => {
  const required = ['type', 'property', 'price', 'city', 'bedroom', 'bathroom', 'latitude', 'longitude']

  it.each(['Area (sq\nft)', 'Area (super built-up'])('may have a remark in brackets: %s', (heading) => {
    expect(layoutOf([...required, heading], {}).at.size).toBe(required.length)
  })
})
