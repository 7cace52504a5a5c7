import { describe, expect, it } from 'vitest'
import { Places } from './places.ts'
import { properPlace } from './proper-place.ts'

const HOMES: [city: string, locality: string | null, homes: number][] = [
  ['Delhi', 'Dwarka', 1],
  ['Delhi', 'Dwarka Mor', 2],
  ['Delhi', 'Sector 19 Dwarka', 4],
  ['Delhi', 'dwarka sector 12', 8],
  ['Gurugram', 'Dwarka Expressway', 16],
  ['Delhi', 'GK I', 1],
  ['Delhi', 'Greater Kailash 1', 2],
  ['Delhi', 'Greater Kailash', 4],
  ['Mumbai', 'Thane West', 1],
  ['Mumbai', 'Agra Road', 2],
  ['Mumbai', 'Andheri East', 4],
  ['Mumbai', 'Andheri (W)', 8],
  ['Mumbai', 'Kharghar', 16],
  ['Noida', 'Sector-62 Noida', 1],
  ['Noida', 'Sector 62', 2],
  ['Gurugram', 'Sector 62', 4],
  ['Bengaluru', 'Marathahalli', 9],
  ['Bengaluru', 'maratahalli', 1],
  ['Mumbai', 'Mahim', 32],
  ['Kolkata', 'New Town', 1],
  ['Kanpur', 'Kakadeo', 1],
  ['Delhi', 'Khanpur', 2],
  ['Delhi', 'Khanpur Extension', 4],
  ['Ahmedabad', 'Bopal', 8],
  ['Ahmedabad', 'Bopal West', 16],
  ['Kolkata', 'New Town Kolkata north', 2],
]

function filled(homes = HOMES): Places {
  const places = new Places()
  for (const [city, locality, count] of homes)
    for (let home = 0; home < count; home += 1) places.count(places.numberOf({ city, locality }), 'buy', 1)
  return places
}

const places = filled()

describe('a search finds a locality with its parts', () => {
  it.each([
    ['Dwarka', 15, 'Dwarka, Delhi'],
    ['dwarka delhi', 15, 'dwarka delhi'],
    ['Dwarka, Delhi', 15, 'Dwarka, Delhi'],
    ['Dwarka, Gurugram', 16, 'Dwarka, Gurugram'],
    ['dwarka mor', 2, 'Dwarka Mor, Delhi'],
    ['sector 19 dwarka', 4, 'Sector 19 Dwarka, Delhi'],
    ['dwarka sector 19', 4, 'dwarka sector 19'],
    ['gk 1', 3, 'Greater Kailash 1, Delhi'],
    ['GK', 7, 'Greater Kailash, Delhi'],
    ['andheri', 12, 'Andheri, Mumbai'],
    ['andheri west', 8, 'Andheri (W), Mumbai'],
    ['sec 62', 7, 'Sector 62'],
    ['Sector 62, Noida', 3, 'Sector 62, Noida'],
    ['noida sector 62', 3, 'noida sector 62'],
    ['new town kolkata', 3, 'new town kolkata'],
    ['maratahalli', 10, 'Marathahalli, Bengaluru'],
    ['मारातहळ्ळी', 10, 'Marathahalli, Bengaluru'],
    ['अंधेरी पश्चिम', 8, 'Andheri (W), Mumbai'],
    ['Thane', 1, 'Thane'],
    ['Thana', 1, 'Thana'],
    ['thana mumbai', 1, 'thana mumbai'],
    ['Thana, Mumbai', 1, 'Thana, Mumbai'],
    // A road that leads to a city is no part of it, and half of a city's name is no locality.
    ['Agra', 0, 'Agra'],
    // Localities elsewhere that have the key of a city are not called like it.
    ['Kanpur', 1, 'Kanpur'],
    ['Khanpur', 6, 'Khanpur, Delhi'],
    ['Bhopal', 0, 'Bhopal'],
    ['Bopal', 24, 'Bopal, Ahmedabad'],
    ['Navi Mumbai', 0, 'Navi Mumbai'],
    ['Sector', 0, 'Sector'],
    ['Expressway', 0, 'Expressway'],
  ])('%s finds %i homes, as %s', (typed, homes, name) => {
    expect(places.lookup.sizeOf(places.find(typed))).toBe(homes)
    expect(properPlace(typed, places)).toBe(name)
    expect(places.lookup.sizeOf(places.find(name))).toBe(homes)
  })
})

it.each([
  ['Thane', 1],
  ['Dwarka', 15],
  ['andheri', 12],
])('a home in the city of %s hides none of its %i in another city', (name, others) => {
  const more = filled([...HOMES, [name, 'Main Road', 1]])
  expect(more.lookup.sizeOf(more.find(name))).toBe(others + 1)
})

it.each(['dwar', 'andheri w', 'sec 62', 'gk', 'ph', 'greater'])(
  'suggestions for %s count what their search finds',
  (typed) => {
    for (const { place, count } of places.begun(typed, 8)) expect(places.lookup.sizeOf(places.find(place))).toBe(count)
  },
)

it.each([
  ['mara', ['Marathahalli, Bengaluru']],
  ['marattah', ['Marathahalli, Bengaluru']],
  ['खारघ', ['Kharghar, Mumbai']],
])('%s begins %j', (typed, expected) => expect(places.begun(typed, 3).map(({ place }) => place)).toEqual(expected))

it.each([
  ['marathalli', ['Marathahalli, Bengaluru']],
  // While it is typed, and with a typo
  ['मारात', ['Marathahalli, Bengaluru']],
  ['माहिम', ['Mahim, Mumbai']],
  ['माराठहळी', ['Marathahalli, Bengaluru']],
  ['ಖಾರ್ಘ', ['Kharghar, Mumbai']],
  ['Navi Mumbai', []],
])('%s may be %j', (typed, expected) => expect(places.misspelt(typed, 3).map(({ place }) => place)).toEqual(expected))
