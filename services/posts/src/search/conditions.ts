import type { PostFilters } from '@aangan/contracts/post-filters'
import type { Ranged } from './block.ts'
import type { Kind } from './listing-row.ts'

/** What a filter asks of a row: of its kind, that its place is one of some, or that a column is within bounds, edges included. */
export type Condition =
  | { of: 'kind'; passes: (kind: Kind) => boolean }
  | { of: 'place'; numbers: readonly number[] }
  | { of: 'column'; column: Ranged; least: number; most: number }

/** Finds the numbers of the places that a text means: see places.ts. */
export type PlaceFinder = (text: string) => readonly number[]

const DAY_MS = 86_400_000

/** What each filter of a search asks for. The compiler wants one for every filter there is. */
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

/** The conditions of the filters that are set. */
export function conditionsOf(filters: PostFilters, find: PlaceFinder): Condition[] {
  const names = Object.keys(CONDITIONS) as (keyof PostFilters)[]
  return names.flatMap((name) => conditionOf(name, filters, find))
}

function conditionOf<N extends keyof PostFilters>(name: N, filters: PostFilters, find: PlaceFinder): Condition[] {
  const wanted = filters[name]
  return wanted === null ? [] : [CONDITIONS[name](wanted, find)]
}
