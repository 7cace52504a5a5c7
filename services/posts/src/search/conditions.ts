import type { PostFilters } from '@aangan/contracts/post-filters'
import type { Ranged } from './block.ts'
import type { Kind } from './listing-row.ts'

/** A filter as a test of the kind, the place or one column; column bounds are inclusive. */
export type Condition =
  | { of: 'kind'; passes: (kind: Kind) => boolean }
  | { of: 'place'; numbers: readonly number[] }
  | { of: 'column'; column: Ranged; least: number; most: number }

export type PlaceFinder = (text: string) => readonly number[]

const DAY_MS = 86_400_000

/** The mapped type makes a missing filter a compile error. */
const CONDITIONS: { [N in keyof PostFilters]: (wanted: NonNullable<PostFilters[N]>, find: PlaceFinder) => Condition } =
  {
    type: (type) => ({ of: 'kind', passes: (kind) => kind.type === type }),
    property: (property) => ({ of: 'kind', passes: (kind) => kind.property === property }),
    bedroom: (rooms) => ({
      of: 'kind',
      passes: ({ bedroom }) =>
        rooms.some((wanted) => {
          const number = Number.parseInt(wanted, 10)
          return wanted.endsWith('+') ? bedroom >= number : bedroom === number
        }),
    }),
    furnishing: (wanted) => ({
      of: 'kind',
      passes: ({ furnishing }) => furnishing !== null && wanted.includes(furnishing),
    }),
    city: (text, find) => ({ of: 'place', numbers: find(text) }),
    minPrice: (least) => ({ of: 'column', column: 'price', least, most: Number.POSITIVE_INFINITY }),
    minSize: (least) => ({ of: 'column', column: 'size', least, most: Number.POSITIVE_INFINITY }),
    days: (days) => ({
      of: 'column',
      column: 'createdAt',
      least: Date.now() - days * DAY_MS,
      most: Number.POSITIVE_INFINITY,
    }),
    maxPrice: (most) => ({ of: 'column', column: 'price', least: Number.NEGATIVE_INFINITY, most }),
  }

export function conditionsOf(filters: PostFilters, find: PlaceFinder): Condition[] {
  const names = Object.keys(CONDITIONS) as (keyof PostFilters)[]
  return names.flatMap((name) => conditionOf(name, filters, find))
}

function conditionOf<N extends keyof PostFilters>(name: N, filters: PostFilters, find: PlaceFinder): Condition[] {
  const wanted = filters[name]
  return wanted === null ? [] : [CONDITIONS[name](wanted, find)]
}
