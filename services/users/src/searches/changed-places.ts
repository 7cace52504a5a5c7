import { cityKey, cityName } from '@aangan/contracts/cities'
import { localityKey, widerKeys } from '@aangan/contracts/locality-names'
import type { Post } from '@aangan/contracts/posts'
import { PIN_AT_END } from '@aangan/contracts/text/pin-codes'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'

export type Marks = ReturnType<typeof createChangedPlaces>

/** Last parts of an address, which a search may name: locality, city, state. */
const PARTS = 3

/** Places with new or changed listings, in memory to save writes: a crash only delays alerts until they are due. */
export function createChangedPlaces() {
  let places = new Set<string>()
  return {
    add(found: Iterable<string>): void {
      for (const place of found) places.add(place)
    },
    take(): string[] {
      const taken = [...places]
      places = new Set()
      return taken
    },
  }
}

export function followPosts(bus: Bus, marks: Marks): Promise<Subscription> {
  return bus.subscribe({
    durable: 'users-searches',
    subjects: ['post.changed', 'post.added'],
    handle: async ({ data }) => {
      for (const post of 'posts' in data ? data.posts : [data]) if (post.status === 'live') marks.add(placesOf(post))
    },
  })
}

/** The `place` of every search that may match. */
function placesOf({ city, address }: Pick<Post, 'city' | 'address'>): string[] {
  const parts = address.split(',').slice(-PARTS)
  const names = [city, ...parts.map((part) => part.replace(PIN_AT_END, ''))]
  const keysOf = (name: string) => [
    localityKey(cityName(cityKey(name)) ?? name),
    localityKey(name, city),
    ...widerKeys(name, city).begins,
  ]
  return ['', ...names.flatMap(keysOf)]
}
