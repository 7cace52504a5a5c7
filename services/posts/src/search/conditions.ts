import type { PostFilters } from '@aangan/contracts/post-filters'
import type { Ranged } from './block.ts'
import type { Circle } from './circle.ts'
import type { Kind } from './listing-row.ts'

/**
 * A filter as a test of the kind, the place or one column; column bounds are inclusive. `near` finds homes in any of the
 * circles, and of those whose coordinates do not say where they are (see located.ts) the ones in these places.
 */
export type Condition =
  | { of: 'kind'; passes: (kind: Kind) => boolean }
  | { of: 'place'; numbers: readonly number[] }
  | { of: 'near'; circles: readonly Circle[]; numbers: readonly number[] }
  | { of: 'column'; column: Ranged; least: number; most: number }

/** @param km around the place; null for the place alone */
export type PlaceFinder = (text: string, km: number | null) => Condition

const DAY_MS = 86_400_000

/** `within` belongs to `city`. */
type Alone = Exclude<keyof PostFilters, 'within'>

/** The mapped type makes a missing filter a compile error. */
const CONDITIONS: {
  [N in Alone]: (wanted: NonNullable<PostFilters[N]>, find: PlaceFinder, filters: PostFilters) => Condition
} = {
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
  city: (text, find, { within }) => find(text, within),
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
  const names = Object.keys(CONDITIONS) as Alone[]
  return names.flatMap((name) => conditionOf(name, filters, find))
}

function conditionOf<N extends Alone>(name: N, filters: PostFilters, find: PlaceFinder): Condition[] {
  const wanted = filters[name]
  return wanted === null ? [] : [CONDITIONS[name](wanted, find, filters)]
}
