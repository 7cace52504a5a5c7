import { cityKey, cityName } from '@aangan/contracts/cities'
import type { PostType } from '@aangan/contracts/post-constants'
import type { CityCount, Place } from '@aangan/contracts/posts'
import { Areas } from './areas.ts'
import { Catalog } from './catalog.ts'
import { type Directory, directoryOf } from './directory.ts'
import { PlaceLookup } from './place-lookup.ts'
import { countOf, type Named, type PlaceName, placeName } from './place-name.ts'
import { suggestBegun, suggestMisspelt } from './suggest.ts'

/** Maximum number of cities in `GET /posts/cities`. */
const MOST_CITIES = 100
/** A place takes a kilobyte, and any text before the city counts as a locality. */
export const MOST_PLACES = 200_000
/** Catalog number of listings whose city did not fit into the catalog. */
const ELSEWHERE = 0
/** Share of time that rebuilding the directory may take. */
const SHARE = 0.05

/** All cities and localities of listings, and their counts. */
export class Places {
  readonly catalog = new Catalog<Named, PlaceName>(
    ({ city, locality, pin }) => `${city}\n${locality ?? ''}\n${pin ?? ''}`,
    (named) => this.#nameOf(named),
  )
  readonly lookup = new PlaceLookup(this.catalog.entries)
  readonly areas = new Areas(this.catalog.entries, this.lookup)
  #directory: Directory = directoryOf([], () => 0)
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

  largest(limit: number): Place[] {
    return this.#current()
      .cities.slice(0, limit)
      .map(({ place }) => place)
  }

  /** Places whose name begins with what was typed. */
  begun(q: string, limit: number): Place[] {
    return suggestBegun(this.#current(), q, limit)
  }

  /** Places whose name is almost what was typed. */
  misspelt(q: string, limit: number): Place[] {
    return suggestMisspelt(this.#current(), q, limit)
  }

  /** Catalog numbers of the places that a text means. */
  find(text: string): readonly number[] {
    return this.lookup.find(text)
  }

  #current(): Directory {
    const begin = performance.now()
    if (!this.#isStale || begin < this.#keptUntil) return this.#directory
    const { lookup } = this
    this.#directory = directoryOf(this.catalog.entries, (locality) => lookup.sizeOf(lookup.around(locality)))
    this.#isStale = false
    const end = performance.now()
    this.#keptUntil = end + (end - begin) / SHARE
    return this.#directory
  }

  #nameOf(named: Named): PlaceName {
    const name = placeName(named)
    this.lookup.add(name, this.catalog.entries.length)
    return name
  }
}
