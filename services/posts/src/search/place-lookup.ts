import { cityKey, cityName, isKnownCity } from '@aangan/contracts/cities'
import { localityKey, widerKeys } from '@aangan/contracts/locality-names'
import { foldName } from '@aangan/contracts/text/names'
import { addTo } from './groups.ts'
import { isRegion } from './locality.ts'
import { mayHavePin } from './pins.ts'
import { countOf, type PlaceName } from './place-name.ts'

type Numbers = readonly number[]
const NONE: Numbers = []

/** Finds places by what people type. Numbers are those of the catalog. */
export class PlaceLookup {
  #byCity = new Map<string, number[]>()
  #byLocality = new Map<string, number[]>()
  #byPart = new Map<string, number[]>()
  #byBeginning = new Map<string, number[]>()
  #byPin = new Map<string, number[]>()

  #names: readonly PlaceName[]

  /** @param names the catalog, which may still grow */
  constructor(names: readonly PlaceName[]) {
    this.#names = names
  }

  add(name: PlaceName, number: number): void {
    addTo(this.#byCity, name.cityKey, number)
    if (name.pin !== null && !statesNoPin(name)) addTo(this.#byPin, name.pin, number)
    if (name.locality === null) return
    addTo(this.#byLocality, name.localityKey, number)
    const { partOf, begins } = widerKeys(name.locality, name.city)
    if (partOf !== null) addTo(this.#byPart, partOf, number)
    for (const key of begins) addTo(this.#byBeginning, key, number)
  }

  /**
   * Places for 'Pune', 'Kothrud, Pune', 'Pune, India', 'kothrud pune' or a bare locality such as 'Whitefield'. Returns
   * every place that the text may mean, so that a listing with a wrong city hides no other.
   */
  find(text: string): Numbers {
    const [first = '', ...others] = text.split(',').filter((part) => foldName(part) !== '')
    const rest = others.filter((other) => !isRegion(other))
    const found = rest.length === 0 ? this.#findOne(first) : this.#findInCity(text, first, rest)
    return found.length > 0 ? found : this.#findUnseparated([first, ...rest].join(' '))
  }

  #findOne(text: string): Numbers {
    const city = this.inCity(text)
    // The name of a city is no road elsewhere that leads to it, but it may be a part of another city.
    if (isKnownCity(text)) {
      const name = this.#listedName(text)
      const parts = this.#called(text, this.#listed(this.#byPart, localityKey(name)))
      // The first home in 'Thane' must not hide the many in 'Thane West, Mumbai'; 'Noida Extension' is not Noida.
      const hasMoreParts = this.sizeOf(parts) >= this.sizeOf(city)
      return union(union(city, this.#written(name)), hasMoreParts ? parts : NONE)
    }
    // Owners write anything as the city: a home in 'Dwarka' must not hide those in its sectors.
    const found = union(city, this.localities(text))
    return city.length > 0 || this.isWritten(text) ? found : union(found, this.#findUnseparated(text))
  }

  #findInCity(text: string, first: string, rest: string[]): Numbers {
    const whole = this.inCity(text)
    const city = [rest.join(), ...rest].find((other) => this.inCity(other).length > 0)
    return union(whole, city === undefined ? this.inCity(first) : this.localities(first, city))
  }

  /** 'kothrud pune', 'noida sector 62': a locality beside its city. */
  #findUnseparated(text: string): Numbers {
    // Navi Mumbai is no part of Mumbai.
    if (isKnownCity(text)) return NONE
    const words = text.split(/[\s,/–-]+/)
    const halves = words
      .slice(1)
      .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')] as const)
    const pairs = halves.flatMap(([first, second]) => [[first, second] as const, [second, first] as const])
    return pairs.reduce(
      (found, [part, city]) =>
        this.#byCity.has(cityKey(city)) && !this.isRatherCity(part, city)
          ? union(found, this.localities(part, city))
          : found,
      NONE,
    )
  }

  /** Localities and PIN codes of this name. Empty if none of them has listings. */
  localities(text: string, city?: string): Numbers {
    const name = this.#listedName(text)
    const isThere = this.#isIn(city && cityKey(city))
    return this.#withLonger(localityKey(name, city), this.#written(name, city).filter(isThere)).filter(isThere)
  }

  /** What `localities` finds for a place's own name and city. */
  around(place: PlaceName): Numbers {
    const isThere = this.#isIn(place.cityKey)
    return this.#withLonger(place.localityKey, this.ofLocality(place)).filter(isThere)
  }

  /** And those in the same cities whose name begins with it: Dwarka Mor and Sector 19 Dwarka for 'Dwarka'. */
  #withLonger(key: string, exact: Numbers): Numbers {
    const longer = this.#listed(this.#byBeginning, key)
    if (exact.length === 0 || longer.length === 0) return union(exact, longer)
    const cities = new Set(exact.map((number) => this.#named(number).cityKey))
    return union(
      exact,
      longer.filter((number) => cities.has(this.#named(number).cityKey)),
    )
  }

  /** Whether a name beside a city is rather that of another one: one address 'Gurgaon, Delhi' would hide all of Gurgaon. */
  isRatherCity(text: string, city: string): boolean {
    const own = this.inCity(text)
    return own.length > 0 && this.sizeOf(own) > this.sizeOf(this.localities(text, city))
  }

  /** Empty for a city without listings. */
  inCity(text: string): Numbers {
    const names = this.#byCity.get(cityKey(text)) ?? NONE
    return names.some(this.hasListings) ? names : NONE
  }

  /** Whether a locality with listings, or the PIN code of one, is written so. */
  isWritten(text: string): boolean {
    return this.#written(this.#listedName(text)).length > 0
  }

  /** Whether it is the name of localities that all say which part of it they are. */
  isDivided(text: string): boolean {
    return this.#called(text, this.#listed(this.#byPart, localityKey(this.#listedName(text)))).length > 0
  }

  /** 'Thane' for 'Thana': a city that has only parts in another one is written there by its proper name. */
  #listedName(text: string): string {
    const name = cityName(cityKey(text))
    if (name === null || this.inCity(text).length > 0) return text
    const isListed = [this.#byLocality, this.#byBeginning].some(
      (names) => this.#listed(names, localityKey(text)).length > 0,
    )
    return isListed ? text : name
  }

  ofCity(key: string): Numbers {
    return this.#byCity.get(key) ?? NONE
  }

  ofLocality({ cityKey, localityKey }: Pick<PlaceName, 'cityKey' | 'localityKey'>): Numbers {
    return (this.#byLocality.get(localityKey) ?? NONE).filter((number) => this.#named(number).cityKey === cityKey)
  }

  sizeOf(numbers: Numbers): number {
    return numbers.reduce((sum, number) => sum + countOf(this.#named(number), null), 0)
  }

  hasListings = (number: number): boolean => countOf(this.#named(number), null) > 0

  /** For a PIN code: the places that state it, and the rest of their localities: most listings state none. */
  #written(text: string, city?: string): Numbers {
    const stated = this.#listed(this.#byPin, foldName(text))
    if (stated.length === 0) return this.#called(text, this.#listed(this.#byLocality, localityKey(text, city)))
    const silent = stated.flatMap((number) => {
      const place = this.#named(number)
      return place.localityKey === '' ? [] : this.ofLocality(place).filter((other) => statesNoPin(this.#named(other)))
    })
    return union(stated, silent)
  }

  /** Of localities with the key of a city, those that bear its name: Khanpur in Delhi is not Kanpur. */
  #called(text: string, localities: Numbers): Numbers {
    if (!isKnownCity(text)) return localities
    const key = cityKey(text)
    return localities.filter((number) => runsOf(this.#named(number).locality ?? '').some((run) => cityKey(run) === key))
  }

  #listed(names: ReadonlyMap<string, number[]>, key: string): Numbers {
    return names.get(key)?.filter(this.hasListings) ?? NONE
  }

  #isIn(key: string | undefined): (number: number) => boolean {
    return (number) => key === undefined || this.#named(number).cityKey === key
  }

  #named(number: number): PlaceName {
    return this.#names[number] as PlaceName
  }
}

/** Also if it is mistyped: one that the city cannot have would send a search for it there. */
function statesNoPin({ city, pin }: Pick<PlaceName, 'city' | 'pin'>): boolean {
  return pin === null || !mayHavePin(city, pin)
}

/** All runs of words of a name. */
function runsOf(name: string): string[] {
  const words = name.split(/[\s,/().–-]+/)
  return words.flatMap((_, from) => words.slice(from).map((_, more) => words.slice(from, from + more + 1).join(' ')))
}

function union(some: Numbers, others: Numbers): Numbers {
  return [...new Set([...some, ...others])]
}
