import { FILTER_NAMES } from '@aangan/contracts/post-filters'
import { isAppError } from '@aangan/service-kit/errors'
import { cursorOf } from '@aangan/service-kit/paging'
import { describe, expect, test } from 'vitest'
import { newListing } from './listing.ts'
import { checkOwner, keptParams, readSearch, toPostWithDetail } from './rules.ts'
import { facts } from './testing/facts.ts'

const ID = '0123456789abcdef01234567'

function refusal(query: Record<string, string>): string {
  try {
    readSearch(query)
  } catch (error) {
    if (isAppError(error) && error.code === 'BAD_REQUEST') return error.message
    throw error
  }
  return 'taken'
}

const NONE = Object.fromEntries(FILTER_NAMES.map((name) => [name, null]))

describe('a search', () => {
  test('without parameters is the newest 60 of everything', () => {
    expect(readSearch({})).toEqual({
      filters: NONE,
      boxes: null,
      sort: 'newest',
      limit: 60,
      after: null,
    })
  })

  test.each([
    { type: '', city: ' ', property: 'any', minPrice: '0', maxPrice: '0', bedroom: '', sort: '', limit: '', after: '' },
    { type: 'any', property: 'ANY', minPrice: 'any', maxPrice: '', bedroom: 'any' },
    { undefined: '', utm_source: 'letter' },
  ])('%j filters nothing', (query) => {
    expect(readSearch(query)).toEqual(readSearch({}))
  })

  test('reads every filter', () => {
    const query = {
      type: 'rent',
      city: ' BOM\u200bBAY\u00a0',
      property: 'condo',
      bedroom: '3',
      minPrice: '१',
      maxPrice: '900\u2060',
    }
    expect(readSearch({ ...query, sort: 'price_desc', limit: '५००' })).toEqual({
      filters: { ...NONE, type: 'rent', city: 'BOMBAY', property: 'condo', bedroom: ['3'], minPrice: 1, maxPrice: 900 },
      boxes: null,
      sort: 'price_desc',
      limit: 500,
      after: null,
    })
  })

  test('no bedroom at all is a filter, unlike a price of 0', () => {
    expect(readSearch({ bedroom: '0' }).filters.bedroom).toEqual(['0'])
  })

  test.each([
    [{ type: 'sale' }, 'type is "sale"; it may be one of buy, rent, or nothing'],
    [{ property: 'castle' }, 'property is "castle"; it may be one of apartment, house, condo, land, or nothing'],
    [{ sort: 'cheapest' }, 'sort is "cheapest"; it may be one of newest, price_asc, price_desc, or nothing'],
    [{ minPrice: '-5' }, 'minPrice is "-5"; it may be an amount from 0 to 1000000000000, like 4500000 or 45 lakh'],
    [{ maxPrice: '1,5 Cr' }, /^maxPrice is "1,5 Cr"; it may be an amount/],
    [{ type: 're\u200bnt or \u200b' }, 'type is "rent or"; it may be one of buy, rent, or nothing'],
    [{ maxPrice: '99999999999999999999' }, /^maxPrice is "9{20}"; it may be/],
    [{ maxPrice: 'NaN' }, /^maxPrice is "NaN"; it may be/],
    [{ minPrice: '10', maxPrice: '9' }, 'minPrice is 10; it may be at most maxPrice, which is 9'],
    [{ bedroom: '2.5' }, /^bedroom is "2.5"; it may be/],
    [{ bedroom: '101' }, /^bedroom is "101"; it may be a whole number from 0 to 100/],
    [{ bedroom: '2 BHK' }, /^bedroom is "2 BHK"; it may be/],
    [{ limit: '0' }, 'limit is "0"; it may be a whole number from 1 to 500, in digits alone'],
    [{ limit: '501' }, /^limit is "501"; it may be/],
    [{ city: '---' }, /^city is "---"; it may be the name of a city/],
    [{ city: 'x'.repeat(101) }, /^city is "x{59}…; it may be/],
  ])('%j is refused', (query, message) => {
    expect(refusal(query)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
  })
})

describe('a cursor', () => {
  const price = cursorOf('price_asc', { value: 4_500_000, id: ID })

  test('round-trips its position', () => {
    expect(readSearch({ sort: 'price_asc', after: price }).after).toEqual({ value: 4_500_000, id: ID })
    const time = cursorOf('newest', { value: '2026-11-21T10:00:00.000Z', id: ID })
    expect(readSearch({ after: time }).after).toEqual({ value: '2026-11-21T10:00:00.000Z', id: ID })
  })

  test('is rejected for another sort', () => {
    expect(refusal({ sort: 'price_desc', after: price })).toMatch(/this one belongs to another sort$/)
    expect(refusal({ after: price })).toMatch(/this one belongs to another sort$/)
  })

  test.each([
    'nonsense',
    `${price}=`,
    `${price}A`,
    price.slice(1),
    cursorOf('price_asc', { value: -1, id: ID }),
    cursorOf('price_asc', { value: '007', id: ID }),
    cursorOf('price_asc', { value: 1, id: 'not-an-id' }),
    cursorOf('price_asc', { value: Number.NaN, id: ID }),
  ])('%j is refused', (after) => {
    expect(refusal({ sort: 'price_asc', after })).toMatch(/^after is ".*; it may be the one of a page's Link header/)
  })

  test.each(['yesterday', '2026-11-21', '2026-02-30T10:00:00.000Z'])('at the time %j is refused', (value) => {
    expect(refusal({ after: cursorOf('newest', { value, id: ID }) })).toMatch(/^after is/)
  })
})

test('the next page keeps known parameters and drops the others', () => {
  const query = {
    type: 'rent',
    city: 'Bangalore',
    property: 'any',
    minPrice: '',
    limit: '5',
    after: 'x',
    undefined: '',
  }
  expect(keptParams(query)).toEqual({ type: 'rent', city: 'Bangalore', limit: '5' })
})

test('a listing with an unknown owner is shown with a stand-in', () => {
  const listing = newListing(facts(), { id: ID, owner: 'f'.repeat(24), now: new Date() })
  expect(toPostWithDetail(listing, { owner: null, isSaved: false }).user).toEqual({
    id: 'f'.repeat(24),
    username: 'Private owner',
    avatar: null,
  })
})

test.each([
  ['live', 'FORBIDDEN'],
  ['taken', 'FORBIDDEN'],
  ['unpublished', 'NOT_FOUND'],
] as const)('a change of what is %s by anyone but its owner is %s', (status, code) => {
  const listing = { status, userId: 'a'.repeat(24) }
  expect(() => checkOwner(listing, listing.userId)).not.toThrow()
  expect(() => checkOwner(listing, 'b'.repeat(24))).toThrow(expect.objectContaining({ code }))
})

test.each([
  ['73.7,18.4,74,18.7', [[73.7, 18.4, 74, 18.7]]],
  [' 73.7 , 18.4 , 74 , 18.7 ', [[73.7, 18.4, 74, 18.7]]],
  ['77.5945627,12.97,77.5945627,12.97', [[77.5945627, 12.97, 77.5945627, 12.97]]],
  ['1e-7,0,2.5E-3,0', [[1e-7, 0, 0.0025, 0]]],
  ['-180,-90,180,90', [[-180, -90, 180, 90]]],
  ['-500,-80,500,80', [[-180, -80, 180, 80]]],
  [
    '170,-20,-170,20',
    [
      [170, -20, 180, 20],
      [-180, -20, -170, 20],
    ],
  ],
  [
    '170,-20,190,20',
    [
      [170, -20, 180, 20],
      [-180, -20, -170, 20],
    ],
  ],
  ['430,8,440,20', [[70, 8, 80, 20]]],
  ['-290,8,-280,20', [[70, 8, 80, 20]]],
])('%s is accepted', (bbox, boxes) => {
  expect(readSearch({ bbox }).boxes?.map(({ west, south, east, north }) => [west, south, east, north])).toEqual(boxes)
})

test.each([undefined, '', ' '])('%j is no box', (bbox) => {
  expect(readSearch({ bbox }).boxes).toBeNull()
})

test.each([
  '1,2,3',
  '1,2,3,4,5',
  'a,b,c,d',
  '1,2,3,',
  ',,,',
  '1,2,3,NaN',
  '1,2,Infinity,4',
  '1,20,3,4',
  '1,-91,3,4',
  '1,2,3,90.0001',
  '541,2,3,4',
  '1e3,2,3,4',
  '0x1,2,3,4',
  '1 2,2,3,4',
])('%s is rejected by name', (bbox) => {
  try {
    readSearch({ bbox }).boxes
    expect.unreachable()
  } catch (error) {
    expect(isAppError(error) && error.code).toBe('BAD_REQUEST')
    expect(error).toHaveProperty('message', expect.stringMatching(/^bbox is ".*"; it may be west,south,east,north/))
  }
})
