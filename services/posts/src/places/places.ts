import { cityKey, foldName } from '@aangan/contracts/cities'
import type { PostType } from '@aangan/contracts/post-constants'
import type { CityCount, Place, PostsQuery } from '@aangan/contracts/posts'
import { textOf } from '@aangan/service-kit/query'
import type { Store } from '@aangan/service-kit/store/store'
import type { Filters } from '../filters.ts'
import { countOf, type Directory, directoryOf } from './directory.ts'
import { createPlaces, type PlaceDoc, placeId } from './place-store.ts'
import { suggest } from './suggest.ts'

/** Cities that `GET /posts/cities` answers. */
const MOST_CITIES = 100

/** Where a search is to look; what is null does not matter. */
type Where = Pick<Filters, 'cityKey' | 'localityKey'>

export type Places = ReturnType<typeof createPlaceFinder>

/**
 * What people call the places that hold listings. Suggestions and counts come from a list in memory that is read anew
 * when somebody asks and it is older than `freshMs`.
 */
export function createPlaceFinder(store: Store, { now, freshMs }: { now: () => Date; freshMs: number }) {
  const places = createPlaces(store)
  let kept: { until: number; directory: Promise<Directory> } | null = null

  async function read(): Promise<Directory> {
    const documents: PlaceDoc[] = []
    // One by one, since a stream lets others have their turn.
    for await (const document of places.find({})) documents.push(document)
    return directoryOf(documents)
  }

  function current(): Promise<Directory> {
    if (kept !== null && now().getTime() < kept.until) return kept.directory
    const directory = read()
    kept = { until: now().getTime() + freshMs, directory }
    // A failure is the answer of those who wait for it, and of nobody else.
    directory.catch(() => {
      kept = null
    })
    return directory
  }

  /** A list without a place is not kept: a site's first listings are looked for at once. */
  async function filled(): Promise<Directory> {
    const directory = await current()
    if (directory.cities.length === 0) kept = null
    return directory
  }

  async function isFull(cityKey: string): Promise<boolean> {
    const place = await places.findOne({ _id: placeId({ cityKey, localityKey: '' }) })
    return place !== null && place.buy + place.rent > 0
  }

  return {
    /** The cities that have listings, the fullest first. */
    async cities(type: PostType | null): Promise<CityCount[]> {
      const counts = (await filled()).cities.map((entry) => ({ city: entry.place.city, count: countOf(entry, type) }))
      return counts
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count)
        .slice(0, MOST_CITIES)
    },

    /** The likeliest places for what was typed so far; null for nothing yet: then the fullest cities. */
    async suggest(q: string | null, limit: number): Promise<Place[]> {
      const directory = await filled()
      if (q === null) return directory.cities.slice(0, limit).map(({ place }) => place)
      return suggest(directory, q, limit)
    },

    /** Where a search with these parameters looks: 'Pune', 'Kothrud, Pune', 'Pune, India' or 'Whitefield', no city. */
    async whereIs(query: Pick<PostsQuery, 'city'>): Promise<Where> {
      const text = textOf(query, 'city')
      if (text === null) return { cityKey: null, localityKey: null }
      const whole = { cityKey: cityKey(text), localityKey: null }
      if (await isFull(whole.cityKey)) return whole
      const [first = '', ...others] = text.split(',').filter((part) => foldName(part) !== '')
      for (const other of others) {
        if (await isFull(cityKey(other))) return { cityKey: cityKey(other), localityKey: foldName(first) }
      }
      if (others.length > 0 && (await isFull(cityKey(first)))) return { cityKey: cityKey(first), localityKey: null }
      const localityKey = foldName(first)
      const isLocality = others.length === 0 && (await places.findOne({ localityKey })) !== null
      return isLocality ? { cityKey: null, localityKey } : whole
    },
  }
}
