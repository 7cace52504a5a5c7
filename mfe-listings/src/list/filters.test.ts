import { describe, expect, it } from 'vitest'
import {
  activeFilters,
  checkFilters,
  readFilters,
  searchFor,
  searchForAll,
  searchInArea,
  searchWith,
} from './filters.ts'

const NONE = readFilters('')

describe('filters and the URL', () => {
  it('reads the URLs of the home page and of the specification', () => {
    expect(readFilters('?type=rent&city=Navi+Mumbai&minPrice=0&maxPrice=500000')).toEqual({
      ...NONE,
      type: 'rent',
      city: 'Navi Mumbai',
      maxPrice: '500000',
    })
    expect(readFilters('?type=any&property=any&city=&undefined')).toEqual(NONE)
  })

  it('normalizes typed values, and leaves invalid ones unchanged', () => {
    expect(readFilters('?type=RENT&property=Apartment&furnishing=Semi-Furnished,furnished&days=07')).toEqual({
      ...NONE,
      type: 'rent',
      property: 'apartment',
      furnishing: 'furnished,semi-furnished',
      days: '7',
    })
    expect(readFilters('?property=Any&days=ANY')).toEqual(NONE)
    expect(readFilters('?property=Castle&days=0')).toEqual({ ...NONE, property: 'Castle', days: '0' })
  })

  it('writes only the filters that are set, and prices as plain numbers', () => {
    const filters = { ...NONE, city: ' Pune ', property: 'house', minPrice: '20 Lac', maxPrice: '1.2 Cr', bedroom: '2' }
    expect(searchFor(filters, '')).toBe('?city=Pune&property=house&minPrice=2000000&maxPrice=12000000&bedroom=2')
    expect(searchFor(NONE, '')).toBe('')
  })

  it.each([
    ['bedroom', '3 BHK', '3'],
    ['bedroom', '2-4', '2,3,4'],
    ['bedroom', '2 3', '2,3'],
    ['bedroom', '2 BHK or 3 BHK', '2,3'],
    ['bedroom', '4 +', '4+'],
    ['bedroom', '1, 4+', '1,4+'],
    ['bedroom', '4-2', null],
    ['minSize', '1,000', '1000'],
    ['minSize', '1 200 sq ft', '1200'],
    ['minSize', '1,000 sqft', '1000'],
    ['minSize', 'large', null],
  ] as const)('reads %s as people write it: %s', (name, typed, parameter) => {
    const filters = { ...NONE, [name]: typed }
    if (parameter === null) expect(checkFilters(filters)).toHaveProperty(name)
    else {
      expect(checkFilters(filters)).toEqual({})
      expect(new URLSearchParams(searchFor(filters, '')).get(name)).toBe(parameter)
    }
  })

  it.each([
    ['maxPrice', '25,000 PCM', '25000'],
    ['maxPrice', '₹ ४५ लाख', '4500000'],
    ['minPrice', '85 Lac(s)\u200b', '8500000'],
    ['minSize', '1,200 sq ft', '1200'],
    ['minSize', '१२००', '1200'],
    ['bedroom', '२–४', '2,3,4'],
    ['city', '\u202aPune\u202c\u00a0', 'Pune'],
    ['city', '\u3164', null],
  ] as const)('takes %s %j as %j', (name, text, parameter) => {
    const filters = { ...NONE, [name]: text }
    expect(checkFilters(filters)).toEqual({})
    expect(new URLSearchParams(searchFor(filters, '')).get(name)).toBe(parameter)
  })

  it('reads amounts in the address', () => {
    expect(readFilters('?minPrice=45%20lakh&city=%E2%80%8BPune')).toMatchObject({ minPrice: '4500000', city: 'Pune' })
  })

  it('reads back what it wrote', () => {
    const search = '?city=Thiruvananthapuram&type=buy&property=condo&minPrice=1&maxPrice=2&bedroom=3'
    expect(searchFor(readFilters(search), search)).toBe(search)
  })

  it('keeps the sort and drops the page when filters change', () => {
    const search = '?city=Pune&sort=price_asc&after=abc'
    expect(searchFor({ ...NONE, city: 'Goa' }, search)).toBe('?city=Goa&sort=price_asc')
    expect(searchWith(search, 'city', null)).toBe('?sort=price_asc')
    expect(searchWith(search, 'after', 'def')).toBe('?city=Pune&sort=price_asc&after=def')
    expect(searchWith('?city=Pune', 'city', null)).toBe('')
  })
})

describe('the map area', () => {
  const inArea = '?city=Pune&type=rent&bbox=73%2C18%2C75%2C19&sort=price_asc'

  it('stays when other filters change, and is dropped with a new place', () => {
    expect(searchFor({ ...NONE, city: 'Pune ' }, inArea)).toBe('?city=Pune&bbox=73%2C18%2C75%2C19&sort=price_asc')
    expect(searchFor({ ...NONE, city: 'Goa' }, inArea)).toBe('?city=Goa&sort=price_asc')
  })

  it('replaces the city when it is searched, and starts at the first page', () => {
    expect(searchInArea('?city=Pune&type=rent&after=abc', '1,2,3,4')).toBe('?type=rent&bbox=1%2C2%2C3%2C4')
  })

  it('counts as an active filter, and is cleared with the others', () => {
    expect(activeFilters(inArea).map(({ name }) => name)).toEqual(['city', 'type', 'bbox'])
    expect(searchForAll(inArea)).toBe('?sort=price_asc')
    expect(searchForAll('?city=Pune')).toBe('')
  })
})

describe('checkFilters', () => {
  it('accepts a valid search', () => {
    expect(checkFilters(NONE)).toEqual({})
    expect(
      checkFilters({ ...NONE, type: 'buy', property: 'land', minPrice: '5', maxPrice: '5', bedroom: '0' }),
    ).toEqual({})
  })

  it('reports an error for each invalid filter', () => {
    const wrong = { ...NONE, type: 'sell', property: 'castle', minPrice: '-1', maxPrice: 'cheap', bedroom: 'two' }
    expect(Object.keys(checkFilters(wrong))).toEqual(['type', 'property', 'minPrice', 'maxPrice', 'bedroom'])
    expect(checkFilters(wrong).maxPrice).toContain('cheap')
    expect(checkFilters({ ...NONE, maxPrice: '1,5 Cr' }).maxPrice).toContain('1.5 Cr')
    expect(checkFilters({ ...NONE, days: '0' })).toEqual({
      days: '“0” is not one of the options. Choose one from the list.',
    })
  })

  it('rejects an empty price range, and a price above the maximum', () => {
    expect(checkFilters({ ...NONE, minPrice: '2 Cr', maxPrice: '50 Lac' })).toHaveProperty('maxPrice')
    expect(checkFilters({ ...NONE, maxPrice: '9999999 Cr' })).toHaveProperty('maxPrice')
    expect(checkFilters({ ...NONE, bedroom: '101' })).toHaveProperty('bedroom')
  })
})

describe('a distance from the place', () => {
  const around = '?city=Kothrud%2C+Pune&within=5&type=rent'

  it.each([
    ['?city=Kothrud&within=5', '5'],
    ['?city=Kothrud&within=%2005%20', '5'],
    ['?city=Kothrud&within=far', ''],
    ['?city=Kothrud&within=26', ''],
    ['?within=5', ''],
    ['?city=any&within=5', ''],
  ])('in %s is %j', (search, within) => {
    expect(readFilters(search).within).toBe(within)
  })

  it('goes with the place, and stays while a locality is searched', () => {
    expect(searchWith(around, 'city', null)).toBe('?type=rent')
    expect(searchWith(around, 'within', null)).toBe('?city=Kothrud%2C+Pune&type=rent')
    expect(searchInArea(around, '1,2,3,4')).toBe('?type=rent&bbox=1%2C2%2C3%2C4')
    const filters = readFilters(around)
    expect(searchFor(filters, around)).toBe(around)
    expect(searchFor({ ...filters, city: 'Baner' }, around)).toBe('?city=Baner&within=5&type=rent')
    expect(searchFor({ ...filters, city: 'bombay' }, around)).toBe('?city=bombay&type=rent')
    expect(searchFor({ ...filters, city: '' }, around)).toBe('?type=rent')
  })
})
