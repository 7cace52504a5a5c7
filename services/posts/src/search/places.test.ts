import { expect, test } from 'vitest'
import { directoryOf } from './directory.ts'
import { countOf, type PlaceName } from './place-name.ts'
import { Places } from './places.ts'

function filled(places: Places, names: [city: string, locality: string | null][]): number[] {
  return names.map(([city, locality]) => {
    const number = places.numberOf({ city, locality })
    places.count(number, 'buy', 1)
    return number
  })
}

test('once there are too many places, a new locality counts as its city, and a city that we know is found', () => {
  const places = new Places(3)
  const [pune, kothrud, late, unknown, known, agra] = filled(places, [
    ['Pune', null],
    ['Pune', 'Kothrud'],
    ['Pune', 'Baner'],
    ['Zzz', 'Tajganj'],
    ['Pune', 'Kothrud'],
    ['AGRA', 'Tajganj'],
  ])
  expect(places.catalog.entries).toHaveLength(4)
  expect(places.find('Agra')).toEqual([agra])
  expect([late, known, unknown]).toEqual([pune, kothrud, 0])
  expect(places.find('Kothrud, Pune')).toEqual([kothrud])
  expect(places.find('Pune')).toEqual([pune, kothrud])
  expect(places.largest(5).map(({ place, count }) => [place, count])).toEqual([
    ['Pune', 4],
    ['Agra', 1],
  ])
})

test('the directory has all cities with their counts, and the localities with the most listings', () => {
  const named = (city: string, locality: string | null, buy: number): PlaceName => {
    return {
      city,
      cityKey: city.toLowerCase(),
      locality,
      localityKey: locality?.toLowerCase() ?? '',
      pin: null,
      buy,
      rent: 0,
    }
  }
  const names = [named('Pune', 'Baner', 1), named('Pune', 'Kothrud', 3), named('Agra', 'Tajganj', 2)]
  const { cities, byLetter } = directoryOf(names, (name) => countOf(name, null), 2)
  expect(cities.map(({ place }) => [place.place, place.count])).toEqual([
    ['Pune', 4],
    ['Agra', 2],
  ])
  expect([byLetter.get('k')?.length, byLetter.get('b')]).toEqual([1, undefined])
})

test.each([
  ['Banglaore', 'Bengaluru', 'Bangalore'],
  ['Gurgao', 'Gurugram', 'Gurgaon'],
  ['Bombey', 'Mumbai', 'Bombay'],
  ['Calcuta', 'Kolkata', 'Calcutta'],
  ['Trivandram', 'Thiruvananthapuram', 'Trivandrum'],
  ['Mysor', 'Mysuru', 'Mysore'],
  ['Chandighar', 'Chandigarh', null],
  ['Whitefield, Banglaore', 'Whitefield, Bengaluru', null],
  ['Whitefild Bangalore', 'Whitefield, Bengaluru', null],
  ['oooo', undefined, undefined],
])('%s suggests %s by %s', (typed, place, alias) => {
  const places = new Places()
  const cities = ['Bengaluru', 'Gurugram', 'Mumbai', 'Kolkata', 'Thiruvananthapuram', 'Mysuru', 'Chandigarh']
  filled(places, [...cities.map((city): [string, null] => [city, null]), ['Bengaluru', 'Whitefield']])
  expect(places.misspelt(typed, 5)[0]).toEqual(place && expect.objectContaining({ place, alias }))
})

test('a locality of very many cities means those with the most listings', () => {
  const places = new Places()
  filled(places, [
    ['Pune', 'Baner'],
    ...Array.from({ length: 30 }, (_, at): [string, string] => [`Made Up ${at}`, 'Baner']),
    ['Pune', 'Baner'],
  ])
  const areas = places.areas.of(places.find('Baner'))
  expect(areas).toHaveLength(20)
  expect(areas[0]).toMatchObject({ city: 'Pune', locality: 'Baner' })
})

test('a misspelt name is rather one that begins alike than a larger one', () => {
  const places = new Places()
  filled(places, [
    ['Bengaluru', null],
    ['Bengaluru', 'Whitefield'],
    ['Mangaluru', null],
  ])
  expect(places.misspelt('mengaluru', 5).map(({ place }) => place)).toEqual(['Mangaluru', 'Bengaluru'])
})
