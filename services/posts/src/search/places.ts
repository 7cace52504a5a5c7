import { cityKey, foldName } from '@aangan/contracts/cities'
import type { PostType } from '@aangan/contracts/post-constants'
import type { CityCount, Place } from '@aangan/contracts/posts'
import { Catalog } from './catalog.ts'
import { addTo, countOf, type Directory, directoryOf, type PlaceName } from './directory.ts'
import { suggest } from './suggest.ts'

/** Maximum number of cities in `GET /posts/cities`. */
const MOST_CITIES = 100
/** Share of time that rebuilding the directory may take. */
const SHARE = 0.05

export class Places {
  readonly catalog = new Catalog<Pick<PlaceName, 'city' | 'locality'>, PlaceName>(
    ({ city, locality }) => `${city}\n${locality ?? ''}`,
    (named) => this.#nameOf(named),
  )
  #byCity = new Map<string, number[]>()
  #byLocality = new Map<string, number[]>()
  #directory: Directory = directoryOf([])
  #isStale = false
  #keptUntil = 0

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

  /** Catalog numbers for 'Pune', 'Kothrud, Pune', 'Pune, India' or a bare locality such as 'Whitefield'. */
  find(text: string): readonly number[] {
    const whole = this.#inCity(text)
    if (whole.length > 0) return whole
    const [first = '', ...others] = text.split(',').filter((part) => foldName(part) !== '')
    const parts = this.#byLocality.get(foldName(first)) ?? []
    if (others.length === 0) return parts
    const city = others.map((other) => this.#inCity(other)).find((names) => names.length > 0)
    if (city === undefined) return this.#inCity(first)
    const names = new Set(city)
    return parts.filter((number) => names.has(number))
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

  #nameOf({ city, locality }: Pick<PlaceName, 'city' | 'locality'>): PlaceName {
    const keys = { cityKey: cityKey(city), localityKey: locality === null ? '' : foldName(locality) }
    const name = { city, locality, ...keys, buy: 0, rent: 0 }
    const number = this.catalog.entries.length
    addTo(this.#byCity, keys.cityKey, number)
    if (locality !== null) addTo(this.#byLocality, keys.localityKey, number)
    return name
  }
}
