import type { Sort } from '@aangan/contracts/post-constants'
import type { Filters } from '../filters.ts'
import type { Search } from '../rules.ts'
import type { HeapFields } from '../tallies/heap.ts'
import { bucketOfTally, readTallies, type Tally, tallyMatcher } from '../tallies/tally.ts'

/** What a heap of listings means to a search. */
export interface Weight {
  /** Listings that match for certain, and those whose bucket of prices a bound cuts in two. */
  sure: number
  cut: number
  /**
   * Listings that a walk in the order of the search meets, and how many of them match: by bucket of prices where it goes
   * by price, since what is dear in one city is nowhere else, and else all in one.
   */
  steps: Map<number, Step>
  /** What those that may match are counted as, and those that are cut. */
  tallies: () => Tally[]
  cutTallies: Tally[]
}

export interface Step {
  met: number
  /** Those that may match, all of which a look-up reads, and about how many do. */
  read: number
  matches: number
}

export type Scale = (heap: Pick<HeapFields, 'count' | 'tallies'>) => Weight

/** Makes what weighs heaps for a search, or for its filters alone. */
export function scaleFor(filters: Filters & Partial<Pick<Search, 'sort'>>): Scale {
  const { sort = 'newest' } = filters
  const matches = tallyMatcher(filters)
  // A walk has the right kinds before it, and in the order of the price the right prices.
  const prices = sort === 'newest' ? { minPrice: null, maxPrice: null } : {}
  const isMet = tallyMatcher({ ...filters, ...prices, bedroom: null })
  return ({ count, tallies }) => {
    if (matches === null && sort === 'newest') {
      const steps = new Map([[0, { met: count, read: count, matches: count }]])
      const all = () => [...readTallies(tallies)].map(([tally]) => tally)
      return { sure: count, cut: 0, steps, tallies: all, cutTallies: [] }
    }
    const weight = { sure: 0, cut: 0, steps: new Map<number, Step>() }
    const [found, cutTallies]: [Tally[], Tally[]] = [[], []]
    for (const [tally, number] of readTallies(tallies)) {
      const share = matches?.(tally) ?? 1
      const met = number * (isMet?.(tally) ?? 1)
      const read = share === 0 ? 0 : number
      if (met > 0) addStep(weight.steps, stageOf(tally, sort), { met, read, matches: number * share })
      if (share === 0) continue
      found.push(tally)
      if (share === 1) weight.sure += number
      else {
        weight.cut += number
        cutTallies.push(tally)
      }
    }
    return { ...weight, tallies: () => found, cutTallies }
  }
}

/** When a search comes to listings of this tally: by their prices, or to all at once. */
export function stageOf(tally: Tally, sort: Sort): number {
  return sort === 'newest' ? 0 : bucketOfTally(tally)
}

function addStep(steps: Map<number, Step>, bucket: number, { met, read, matches }: Step): void {
  const step = steps.get(bucket) ?? { met: 0, read: 0, matches: 0 }
  steps.set(bucket, { met: step.met + met, read: step.read + read, matches: step.matches + matches })
}

export function matchesOf({ sure, cut }: Weight): number {
  return sure + cut
}
