import { cityKey } from '@aangan/contracts/cities'
import type { Post } from '@aangan/contracts/posts'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'

export type Marks = ReturnType<typeof createMarks>

/** Of an address, the parts that may be what a search calls its place: locality, city, state. */
const PARTS = 3
const PIN = /[-–,]?\s*\b\d{3}\s?\d{3}\b\s*$/

/**
 * Places where listings are new or have changed, until the next sweep takes them. They are kept in memory, so that an
 * import costs no write for each listing. What a process that dies takes along is found when the alerts are due anyway.
 */
export function createMarks() {
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

/** What the searches that may find a listing have as their place. */
function placesOf({ city, address }: Pick<Post, 'city' | 'address'>): string[] {
  const parts = address.split(',').slice(-PARTS)
  return ['', cityKey(city), ...parts.map((part) => cityKey(part.replace(PIN, '')))]
}
