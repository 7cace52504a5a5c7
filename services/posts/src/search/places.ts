import { cityKey, cityName } from '@aangan/contracts/cities'
import type { PostType } from '@aangan/contracts/post-constants'
import type { CityCount, Place } from '@aangan/contracts/posts'
import { readSearchText } from '@aangan/contracts/search-text/read'
import { foldName } from '@aangan/contracts/text/names'
import { Catalog } from './catalog.ts'
import { addTo, countOf, type Directory, directoryOf, type PlaceName } from './directory.ts'
import { isRegion } from './locality.ts'
import type { PlaceNames } from './named-place.ts'
import { mayHavePin } from './pins.ts'
import { localitiesNamed, suggest } from './suggest.ts'
import { suggestWithin } from './suggest-within.ts'

/** Maximum number of cities in `GET /posts/cities`. */
const MOST_CITIES = 100
/** A place takes half a kilobyte, and any text before the city counts as a locality. */
export const MOST_PLACES = 200_000
/** Each costs a search around it. */
const MOST_AREAS = 20
/** Catalog number of listings whose city did not fit into the catalog. */
const ELSEWHERE = 0
/** Share of time that rebuilding the directory may take. */
const SHARE = 0.05

type Named = Pick<PlaceName, 'city' | 'locality'> & Partial<Pick<PlaceName, 'pin'>>

/** A city, or a locality of one, in all spellings. */
export interface Area {
  key: string
  /** Null for a city. */
  locality: string | null
  city: string
  numbers: readonly number[]
}

export class Places implements PlaceNames {
  readonly catalog = new Catalog<Named, PlaceName>(
    ({ city, locality, pin }) => `${city}\n${locality ?? ''}\n${pin ?? ''}`,
    (named) => this.#nameOf(named),
  )
  #byCity = new Map<string, number[]>()
  #byLocality = new Map<string, number[]>()
  #byPin = new Map<string, number[]>()
  #directory: Directory = directoryOf([])
  #isStale = false
  #keptUntil = 0

  #most: number

  constructor(most = MOST_PLACES) {
    this.#most = most
    this.catalog.numberOf({ city: '', locality: null })
  }

  /** Once there are too many places, a new one counts as its city, if somebody has named it before or we know it. */
  numberOf(named: Named): number {
    if (this.catalog.entries.length < this.#most) return this.catalog.numberOf(named)
    const { city, locality } = named
    const known = [named, { city, locality }, { city, locality: null }].map((one) => this.catalog.find(one))
    return known.find((number) => number !== undefined) ?? this.#cityOf(city)
  }

  #cityOf(city: string): number {
    const name = cityName(cityKey(city))
    return name === null ? ELSEWHERE : this.catalog.numberOf({ city: name, locality: null })
  }

  count(place: number, type: PostType, by: 1 | -1): void {
    const name = this.catalog.entries[place] as PlaceName
    name[type] += by
    this.#isStale = true
  }

  cities(type: PostType | null): CityCount[] {
    return this.#current()
      .cities.map((entry) => ({ city: entry.place.city, count: countOf(entry, type) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
      .slice(0, MOST_CITIES)
  }

  suggest(q: string | null, limit: number): Place[] {
    const directory = this.#current()
    if (q === null) return directory.cities.slice(0, limit).map(({ place }) => place)
    const found = suggest(directory, q, limit)
    return found.length > 0
      ? found
      : suggestWithin(q, this, (text) => this.find(text).map((number) => this.#entry(number)))
  }

  isName(text: string): boolean {
    const isWritten = this.isCity(text) || this.#inLocality(text).some((number) => this.#hasListings(number))
    return isWritten && !this.#saysOnlyFilters(text)
  }

  /** Owners write anything before the city: 'Apartment', 'For rent' or 'Flats in Mumbai' would take over searches. */
  #saysOnlyFilters(text: string): boolean {
    if (cityName(cityKey(text)) !== null) return false
    const { filters, place } = readSearchText(text)
    const isRead = Object.keys(filters).length > 0 || foldName(place) !== foldName(text)
    return isRead && (place === '' || cityName(cityKey(place)) !== null || this.isCity(place))
  }

  isCity(text: string): boolean {
    return this.#inCity(text).length > 0
  }

  isIn(part: string, city: string): boolean {
    const key = cityKey(city)
    return this.#inLocality(part).some((number) => this.#entry(number).cityKey === key && this.#hasListings(number))
  }

  citiesOf(text: string): readonly string[] {
    return [...new Set(this.find(text).map((number) => this.#entry(number).city))]
  }

  /**
   * Catalog numbers for 'Pune', 'Kothrud, Pune', 'Pune, India' or a bare locality such as 'Whitefield'. Returns every place
   * that the text may mean, so that a listing with a wrong city hides no other. Only if there is none, tries 'kothrud pune'
   * and 'Andheri'.
   */
  find(text: string): readonly number[] {
    const [first = '', ...others] = text.split(',').filter((part) => foldName(part) !== '')
    const rest = others.filter((other) => !isRegion(other))
    const exact = this.#findExact(text, first, rest)
    return exact.length > 0 ? exact : this.#findNamed([first, ...rest].join())
  }

  #findExact(text: string, first: string, rest: string[]): readonly number[] {
    const parts = this.#inLocality(first)
    if (rest.length === 0) return union(this.#inCity(first), parts)
    const whole = this.#inCity(text)
    const city = [rest.join(), ...rest].map((other) => this.#inCity(other)).find((names) => names.length > 0)
    if (city === undefined) return union(whole, this.#inCity(first))
    const names = new Set(city)
    return union(
      whole,
      parts.filter((number) => names.has(number)),
    )
  }

  #findNamed(text: string): number[] {
    // A city without homes is not a locality of the same name elsewhere.
    if (cityName(cityKey(text)) !== null) return []
    return localitiesNamed(this.#current(), text).flatMap(({ place: { city, locality } }) => {
      const spellings = this.#byLocality.get(foldName(locality ?? '')) ?? []
      return spellings.filter((number) => this.catalog.entries[number]?.cityKey === cityKey(city))
    })
  }

  /**
   * What numbers found together mean: a city if they are all of it, otherwise localities. At most MOST_AREAS, those with the
   * most listings: anybody may give a locality's name to any city.
   */
  areasOf(numbers: readonly number[]): Area[] {
    const byCity = new Map<string, number[]>()
    for (const number of numbers) addTo(byCity, this.#named(number).cityKey, number)
    const areas = [...byCity].flatMap(([key, found]) => {
      const keys = new Set(found.map((number) => this.#named(number).localityKey))
      const isCity = found.length === this.#byCity.get(key)?.length && (keys.size > 1 || keys.has(''))
      return isCity ? this.#areaOf(key, '') : this.localitiesOf(found)
    })
    if (areas.length <= MOST_AREAS) return areas
    return areas.sort((a, b) => this.sizeOf(b.numbers) - this.sizeOf(a.numbers)).slice(0, MOST_AREAS)
  }

  localitiesOf(numbers: readonly number[]): Area[] {
    const named = numbers.map((number) => this.#named(number)).filter(({ localityKey }) => localityKey !== '')
    const byKey = new Map(named.map((name) => [areaKey(name.cityKey, name.localityKey), name]))
    return [...byKey.values()].map(({ cityKey, localityKey }) => this.#areaOf(cityKey, localityKey))
  }

  sizeOf(numbers: readonly number[]): number {
    return numbers.reduce((sum, number) => sum + countOf(this.#named(number), null), 0)
  }

  /** Keys of the areas that a place belongs to. */
  areaKeys(number: number): string[] {
    const { cityKey, localityKey } = this.#named(number)
    return [areaKey(cityKey, ''), areaKey(cityKey, localityKey)]
  }

  /** In the spelling of most listings. */
  #areaOf(cityKey: string, localityKey: string): Area {
    const isCity = localityKey === ''
    const named = (isCity ? this.#byCity.get(cityKey) : this.#byLocality.get(localityKey)) ?? []
    const numbers = isCity ? named : named.filter((number) => this.#named(number).cityKey === cityKey)
    const usual = numbers
      .map((number) => this.#named(number))
      .reduce((most, one) => (countOf(one, null) > countOf(most, null) ? one : most))
    const city = cityName(cityKey) ?? usual.city
    return { key: areaKey(cityKey, localityKey), locality: isCity ? null : usual.locality, city, numbers }
  }

  #named(number: number): PlaceName {
    return this.catalog.entries[number] as PlaceName
  }

  /** Empty for a city without listings. */
  #inCity(text: string): readonly number[] {
    const names = this.#byCity.get(cityKey(text)) ?? []
    return names.some((number) => this.#hasListings(number)) ? names : []
  }

  /** For a PIN code: the places that state it, and the rest of their localities: most listings state none. */
  #inLocality(text: string): readonly number[] {
    const key = foldName(text)
    const byPin = this.#byPin.get(key)
    if (byPin === undefined) return this.#byLocality.get(key) ?? []
    const stated = byPin.filter((number) => this.#hasListings(number))
    const silent = stated.flatMap((number) => {
      const { cityKey, localityKey } = this.#entry(number)
      const spellings = this.#byLocality.get(localityKey) ?? []
      return spellings.filter((other) => statesNoPin(this.#entry(other)) && this.#entry(other).cityKey === cityKey)
    })
    return union(stated, silent)
  }

  #hasListings(number: number): boolean {
    return countOf(this.#entry(number), null) > 0
  }

  #entry(number: number): PlaceName {
    return this.catalog.entries[number] as PlaceName
  }

  #current(): Directory {
    const begin = performance.now()
    if (!this.#isStale || begin < this.#keptUntil) return this.#directory
    this.#directory = directoryOf(this.catalog.entries)
    this.#isStale = false
    const end = performance.now()
    this.#keptUntil = end + (end - begin) / SHARE
    return this.#directory
  }

  #nameOf({ city, locality, pin = null }: Named): PlaceName {
    const keys = { cityKey: cityKey(city), localityKey: locality === null ? '' : foldName(locality) }
    const name = { city, locality, pin, ...keys, buy: 0, rent: 0 }
    const number = this.catalog.entries.length
    addTo(this.#byCity, keys.cityKey, number)
    if (locality !== null) addTo(this.#byLocality, keys.localityKey, number)
    if (pin !== null && !statesNoPin(name)) addTo(this.#byPin, pin, number)
    return name
  }
}

/** Also if it is mistyped: one that the city cannot have would send a search for it there. */
function statesNoPin({ city, pin }: Pick<PlaceName, 'city' | 'pin'>): boolean {
  return pin === null || !mayHavePin(city, pin)
}

function areaKey(cityKey: string, localityKey: string): string {
  return `${cityKey}\n${localityKey}`
}

function union(some: readonly number[], others: readonly number[]): readonly number[] {
  return [...new Set([...some, ...others])]
}
