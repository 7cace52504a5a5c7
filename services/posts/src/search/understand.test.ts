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
    Object.entries(understand({ ...none, ...query }, places).filters).filter(([, value]) => value !== null),
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
    ['Cheap', 'Andheri'],
    ['Mumbai', 'Parking'],
    ['Mumbai', 'With lift'],
    ['Mumbai', 'Cheapest'],
    ['Mumbai', 'No Brokerage'],
    ['Mumbai', 'Under Construction'],
    ['Mumbai', 'Pet Friendly'],
    ['Mumbai', 'सस्ता'],
  ])

  it.each([
    ['cheap flats in Mumbai', { property: 'apartment', city: 'Mumbai' }],
    ['cheap flats in Andheri Mumbai', { property: 'apartment', city: 'Andheri, Mumbai' }],
    ['2bhk with parking Mumbai', { bedroom: ['2'], city: 'Mumbai' }],
    ['flat with lift Mumbai', { property: 'apartment', city: 'Mumbai' }],
    ['cheapest flats in Mumbai', { property: 'apartment', city: 'Mumbai' }],
    ['2bhk no brokerage Mumbai', { bedroom: ['2'], city: 'Mumbai' }],
    ['under construction flats Mumbai', { property: 'apartment', city: 'Mumbai' }],
    ['pet friendly 2bhk in Mumbai', { bedroom: ['2'], city: 'Mumbai' }],
    ['मुंबई में सस्ता घर', { city: 'Mumbai' }],
    ['apartment', { property: 'apartment' }],
    ['For rent', { type: 'rent' }],
    ['Villa', { property: 'house' }],
    ['homes', {}],
    ['Flats in Mumbai', { property: 'apartment', city: 'Mumbai' }],
    ['2bhk flats in Mumbai', { property: 'apartment', city: 'Mumbai', bedroom: ['2'] }],
    ['Villa, Nashik', { property: 'house', city: 'Nashik' }],
  ])('makes no place of %s', (city, filters) => expect(meant(places, { city })).toEqual(filters))

  it.each(['RK Layout', 'Rest House Road', 'Sector 62'])('makes a place of %s', (city) => {
    expect(meant(places, { city })).toEqual({ city: `${city}, Nashik` })
  })
})

describe('half a name', () => {
  const places = placesOf([
    ['Gurugram', 'Phase 2'],
    ['Gurugram', 'Sohna Road'],
    ['Mumbai', 'City Light'],
    ['Mumbai', 'City Block A'],
    ['Bengaluru', 'Bangalore South'],
    ...Array.from({ length: 21 }, (_, at): Home => ['Bengaluru', `Road ${at}`]),
    ['Greater Noida', 'Greater Noida West'],
    ['Greater Noida', 'Alpha 1'],
    ['Mumbai', 'Thane West'],
    ['Bengaluru', 'Bangalore Extension'],
    ['Dehradun', 'IT Park'],
    ['Park', 'Bungalow Area'],
    ['Bangalore North', null],
    ['Bangalore West', null],
    ['Bangalore West', 'Ring Road'],
    ['Nashik', 'Hinjewadi Flats'],
    ['Hinjewadi Rent', null],
    ['Nashik', 'Rest Villa'],
    ...Array.from({ length: 21 }, (_, at): Home => ['Pune', 'Hinjewadi', String(411_001 + at)]),
  ])

  it.each([
    ['bangalore extension', { city: 'Bangalore Extension, Bengaluru' }],
    ['2bhk greater noida west', { city: 'Greater Noida West, Greater Noida', bedroom: ['2'] }],
    ['2bhk near IT park hinjewadi', { city: 'Hinjewadi, Pune', bedroom: ['2'] }],
    ['2bhk hinjewadi park', { city: 'Hinjewadi, Pune', bedroom: ['2'] }],
    ['Park', { city: 'Park' }],
    ['2bhk ravet park', { bedroom: ['2'] }],
    ['2bhk bangalore west', { city: 'Bangalore West', bedroom: ['2'] }],
    ['2bhk bangalore north', { city: 'bangalore', bedroom: ['2'] }],
    ['hinjewadi flats', { city: 'Hinjewadi, Pune', property: 'apartment' }],
    ['2bhk hinjewadi rent', { city: 'Hinjewadi, Pune', bedroom: ['2'], type: 'rent' }],
    ['Rest Villa', { city: 'Rest Villa, Nashik' }],
    ['2bhk IT park', { city: 'IT Park, Dehradun', bedroom: ['2'] }],
    ['Hinjewadi-Pune', { city: 'Hinjewadi, Pune' }],
    ['2bhk pune/hinjewadi', { city: 'Hinjewadi, Pune', bedroom: ['2'] }],
    ['ravet phase 2', { city: 'ravet phase 2' }],
    ['2bhk phase 2', { city: 'Phase 2, Gurugram', bedroom: ['2'] }],
    ['phase 2 gurgaon', { city: 'Phase 2, Gurugram' }],
    ['hitech city', { city: 'hitech city' }],
    ['2bhk city light', { city: 'City Light, Mumbai', bedroom: ['2'] }],
    ['bangalore south', { city: 'bangalore' }],
    ['South Bangalore', { city: 'Bangalore' }],
    ['2bhk Thane West', { city: 'Thane West, Mumbai', bedroom: ['2'] }],
  ])('takes over no search: %s', (city, filters) => expect(meant(places, { city })).toEqual(filters))
})

describe('kilometres', () => {
  const places = placesOf([['Pune', 'Kothrud']])

  it('are read beside a place, and replace those of the filter', () => {
    const query = { city: '2bhk within 5 km of Kothrud', within: 3 }
    expect(meant(places, query)).toEqual({ city: 'Kothrud, Pune', within: 5, bedroom: ['2'] })
  })

  it('go with the place', () => expect(meant(places, { city: 'flats', within: 3 })).toEqual({ property: 'apartment' }))
})

describe('a city in another script', () => {
  const places = placesOf([
    ['Pune', 'Kothrud'],
    ['ಬೆಂಗಳೂರು', null],
  ])

  it.each([
    ['पुणे', 'Pune'],
    ['ಬೆಂಗಳೂರು', 'Bengaluru'],
    ['Kothrud, पुणे', 'Kothrud, Pune'],
    ['பெங்களூரு, India', 'Bengaluru'],
    ['मुंबई', 'Mumbai'],
    // Browsers know these, and show them as they were typed.
    ['poona', 'poona'],
    ['Bangalore', 'Bangalore'],
    ['Kothrud, Poona', 'Kothrud, Pune'],
  ])('%s is %s', (city, name) => expect(meant(places, { city })).toEqual({ city: name }))

  it('has our name beside filters', () =>
    expect(meant(places, { city: 'पुणे में 2 बीएचके' })).toEqual({ city: 'Pune', bedroom: ['2'] }))
})

describe('a PIN code', () => {
  const kothrud = { city: 'Pune', locality: 'Kothrud' }

  it('of another region is mistyped: it stays what it is elsewhere, and the home lies in its locality', () => {
    const places = placesOf([
      ['Pune', 'Kothrud', '411038'],
      ['Pune', 'Kothrud', '400001'],
      ['Mumbai', 'Fort'],
    ])
    expect(meant(places, { city: '400001' })).toEqual({ city: 'Mumbai' })
    expect(places.find('411038')).toEqual(['411038', '400001'].map((pin) => places.numberOf({ ...kothrud, pin })))
  })

  it('that no home states any more finds nothing of the locality', () => {
    const places = placesOf([
      ['Pune', 'Kothrud'],
      ['Pune', 'Kothrud', '411038'],
    ])
    const [silent, stated] = [null, '411038'].map((pin) => places.numberOf({ ...kothrud, pin }))
    expect(places.find('411038')).toEqual([stated, silent])
    places.count(stated as number, 'buy', -1)
    expect(places.find('411038')).toEqual([])
    expect(meant(places, { city: '411038' })).toEqual({ city: 'Pune' })
  })
})

describe('two cities', () => {
  const places = placesOf([
    ['Delhi', 'gurgaon'],
    ['Delhi', 'Saket'],
    ['Gurugram', 'Sector 79'],
    ['Gurugram', 'Sohna Road'],
    ['Mumbai', 'Kharghar'],
    ['Mumbai', 'Kharghar Sector 7'],
    ['Kharghar', null],
  ])

  it.each([
    ['gurgaon delhi', 'gurgaon'],
    ['2bhk gurgaon delhi ncr', 'gurgaon'],
    ['delhi gurgaon', 'delhi'],
    // The place of one address, chosen from suggestions.
    ['gurgaon, Delhi', 'gurgaon, Delhi'],
    // A listing that is filed under a wrong city
    ['kharghar mumbai', 'Kharghar, Mumbai'],
  ])('are not one in the other: %s', (city, expected) => {
    expect(meant(places, { city })).toMatchObject({ city: expected })
  })
})
