import { cityName } from '@aangan/contracts/cities'
import type { CityCount, PostType } from '@aangan/contracts/posts'
import type { PostStore } from './store.ts'

const MOST = 100

export type CityCounts = (type: PostType | null) => Promise<CityCount[]>

/**
 * Answers the cities with listings, the fullest first. Counting reads an index entry of every listing, so one count
 * serves all who ask while it runs and for `freshMs` after.
 */
export function countCities(posts: PostStore, { now, freshMs }: { now: () => Date; freshMs: number }): CityCounts {
  const kept = new Map<PostType | null, { until: number; counts: Promise<CityCount[]> }>()
  return (type) => {
    const known = kept.get(type)
    if (known && now().getTime() < known.until) return known.counts
    const counts = countNow(posts, type)
    kept.set(type, { until: now().getTime() + freshMs, counts })
    // A failed count is nobody's answer but of those who were waiting for it; they see the error themselves.
    counts.catch(() => kept.delete(type))
    return counts
  }
}

async function countNow(posts: PostStore, type: PostType | null): Promise<CityCount[]> {
  const rows = (await posts.countByCity(type)).slice(0, MOST)
  return await Promise.all(
    rows.map(async ({ key, count }) => ({ city: cityName(key) ?? (await posts.citySpelling(key)) ?? key, count })),
  )
}
