import { cityName } from '@aangan/contracts/cities'
import { addTo } from './groups.ts'
import type { PlaceLookup } from './place-lookup.ts'
import { countOf, type PlaceName } from './place-name.ts'

/** Each costs a search around it. */
const MOST_AREAS = 20

/** A city, or a locality of one, in all spellings. */
export interface Area {
  key: string
  /** Null for a city. */
  locality: string | null
  city: string
  numbers: readonly number[]
}

/** Which cities and localities catalog numbers belong to. */
export class Areas {
  #names: readonly PlaceName[]
  #lookup: PlaceLookup

  constructor(names: readonly PlaceName[], lookup: PlaceLookup) {
    this.#names = names
    this.#lookup = lookup
  }

  /**
   * What numbers found together mean: a city if they are all of it, otherwise localities. At most MOST_AREAS, those with the
   * most listings: anybody may give a locality's name to any city.
   */
  of(numbers: readonly number[]): Area[] {
    const byCity = new Map<string, number[]>()
    for (const number of numbers) addTo(byCity, this.#named(number).cityKey, number)
    const areas = [...byCity].flatMap(([key, found]) => {
      const keys = new Set(found.map((number) => this.#named(number).localityKey))
      const isCity = found.length === this.#lookup.ofCity(key).length && (keys.size > 1 || keys.has(''))
      return isCity ? this.#areaOf({ cityKey: key, localityKey: '' }) : this.localitiesOf(found)
    })
    if (areas.length <= MOST_AREAS) return areas
    const sizes = new Map(areas.map((area) => [area, this.#lookup.sizeOf(area.numbers)]))
    return areas.sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0)).slice(0, MOST_AREAS)
  }

  localitiesOf(numbers: readonly number[]): Area[] {
    const named = numbers.map((number) => this.#named(number)).filter(({ localityKey }) => localityKey !== '')
    return [...new Map(named.map((name) => [keyOf(name), name])).values()].map((name) => this.#areaOf(name))
  }

  /** Of the city and the locality that a place belongs to. */
  keysOf(number: number): string[] {
    const name = this.#named(number)
    return [keyOf({ ...name, localityKey: '' }), keyOf(name)]
  }

  /** In the spelling of most listings. */
  #areaOf(name: Pick<PlaceName, 'cityKey' | 'localityKey'>): Area {
    const isCity = name.localityKey === ''
    const numbers = isCity ? this.#lookup.ofCity(name.cityKey) : this.#lookup.ofLocality(name)
    const usual = numbers
      .map((number) => this.#named(number))
      .reduce((most, one) => (countOf(one, null) > countOf(most, null) ? one : most))
    const city = cityName(name.cityKey) ?? usual.city
    return { key: keyOf(name), locality: isCity ? null : usual.locality, city, numbers }
  }

  #named(number: number): PlaceName {
    return this.#names[number] as PlaceName
  }
}

function keyOf({ cityKey, localityKey }: Pick<PlaceName, 'cityKey' | 'localityKey'>): string {
  return `${cityKey}\n${localityKey}`
}
