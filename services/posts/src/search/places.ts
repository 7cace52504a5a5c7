import { cityKey, cityName } from '@aangan/contracts/cities'
import type { PostType } from '@aangan/contracts/post-constants'
import type { CityCount, Place } from '@aangan/contracts/posts'
import { foldName } from '@aangan/contracts/text/names'
import { Catalog } from './catalog.ts'
import { addTo, countOf, type Directory, directoryOf, type PlaceName } from './directory.ts'
import { isRegion } from './locality.ts'
import { localitiesNamed, suggest } from './suggest.ts'

/** Maximum number of cities in `GET /posts/cities`. */
const MOST_CITIES = 100
/** A place takes half a kilobyte, and any text before the city counts as a locality. */
export const MOST_PLACES = 200_000
/** Catalog number of listings whose city did not fit into the catalog. */
const ELSEWHERE = 0
/** Share of time that rebuilding the directory may take. */
const SHARE = 0.05

type Named = Pick<PlaceName, 'city' | 'locality'>

export class Places {
  readonly catalog = new Catalog<Named, PlaceName>(
    ({ city, locality }) => `${city}\n${locality ?? ''}`,
    (named) => this.#nameOf(named),
  )
  #byCity = new Map<string, number[]>()
  #byLocality = new Map<string, number[]>()
  #directory: Directory = directoryOf([])
  #isStale = false
  #keptUntil = 0

  #most: number

  constructor(most = MOST_PLACES) {
    this.#most = most
    this.catalog.numberOf({ city: '', locality: null })
  }

  /** Once there are too many places, a new one counts as its city. */
  numberOf(named: Named): number {
    if (this.catalog.entries.length < this.#most) return this.catalog.numberOf(named)
    return this.catalog.find(named) ?? this.catalog.find({ ...named, locality: null }) ?? ELSEWHERE
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
    return suggest(directory, q, limit)
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
    const parts = this.#byLocality.get(foldName(first)) ?? []
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

  /** Empty for a city without listings. */
  #inCity(text: string): readonly number[] {
    const names = this.#byCity.get(cityKey(text)) ?? []
    return names.some((number) => countOf(this.catalog.entries[number] as PlaceName, null) > 0) ? names : []
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

  #nameOf({ city, locality }: Named): PlaceName {
    const keys = { cityKey: cityKey(city), localityKey: locality === null ? '' : foldName(locality) }
    const name = { city, locality, ...keys, buy: 0, rent: 0 }
    const number = this.catalog.entries.length
    addTo(this.#byCity, keys.cityKey, number)
    if (locality !== null) addTo(this.#byLocality, keys.localityKey, number)
    return name
  }
}

function union(some: readonly number[], others: readonly number[]): readonly number[] {
  return [...new Set([...some, ...others])]
}
