import type { Search } from '../rules.ts'
import { bucketOf } from '../tallies/price-bucket.ts'
import type { Covering } from './cover.ts'
import type { Weight } from './weight.ts'

/** Where a round finds too few, the next one finds the rest: that is no great loss. */
const LOOK_UP_TRUST = 0.25

/** What a search comes to one after the other: the buckets of prices in its order, or everything at once. */
interface Stage {
  bucket: number
  /** Listings that a walk meets. */
  met: number
  /** Listings that a look-up reads in the cells looked into. */
  read: number
  /** About how many match and lie in the area. */
  inside: number
}

interface Ahead {
  /** What lies on the way of a walk. */
  way: Weight[]
  /** The cells that hold what is asked for. */
  cover: Covering[]
  /** How far to believe that what a cell holds is spread evenly in it, from 0 to 1. */
  trust: number
}

/** The stages from the position of a search on. */
function stagesOf(search: Search, { way, cover, trust }: Ahead): Stage[] {
  const stages = new Map<number, Stage>()
  const stageOf = (bucket: number) => {
    const stage = stages.get(bucket) ?? { bucket, met: 0, read: 0, inside: 0 }
    stages.set(bucket, stage)
    return stage
  }
  for (const [bucket, { met }] of way.flatMap(({ steps }) => [...steps])) stageOf(bucket).met += met
  for (const { steps, share } of cover) {
    const inArea = share === 1 ? 1 : trust * share
    for (const [bucket, { read, matches }] of steps) {
      const stage = stageOf(bucket)
      stage.read += read
      stage.inside += inArea * matches
    }
  }
  const direction = search.sort === 'price_desc' ? -1 : 1
  const begin = search.sort === 'newest' || search.after === null ? null : bucketOf(Number(search.after.value))
  return [...stages.values()]
    .filter(({ bucket }) => begin === null || direction * (bucket - begin) >= 0)
    .sort((a, b) => direction * (a.bucket - b.bucket))
}

/**
 * About how many listings a walk goes through until the page is full, or all of them. Where in a cell the cheap ones lie
 * nobody knows, and a walk that meets too few is long: it counts on what lies in the area for certain.
 */
export function walkCost(search: Search, way: Weight[], cover: Covering[]): number {
  const wanted = search.limit + 1
  let [cost, found] = [0, 0]
  for (const { met, inside } of stagesOf(search, { way, cover, trust: search.sort === 'newest' ? 1 : 0 })) {
    if (found + inside >= wanted) return cost + (met * (wanted - found)) / inside
    cost += met
    found += inside
  }
  return cost
}

/** The stages that a look-up takes together, and about how many listings it reads: most pages are full with the first. */
export function lookUpRounds(search: Search, cover: Covering[]): { rounds: Set<number>[]; cost: number } {
  const trust = search.sort === 'newest' ? 1 : LOOK_UP_TRUST
  const rounds = roundsOf(stagesOf(search, { way: [], cover, trust }), search.limit + 1)
  const [first = []] = rounds
  const cost = sumOf(first, ({ read }) => read)
  return { rounds: rounds.map((round) => new Set(round.map(({ bucket }) => bucket))), cost }
}

/**
 * In the order of prices a page is full long before everything is looked up: so the stages are looked up in rounds, each
 * of about twice what the page takes, or of twice what the round before took.
 */
function roundsOf(stages: Stage[], wanted: number): Stage[][] {
  const rounds: Stage[][] = []
  let round: Stage[] = []
  let most = 2 * wanted
  for (const stage of stages) {
    round.push(stage)
    if (sumOf(round, ({ inside }) => inside) < most) continue
    rounds.push(round)
    round = []
    most *= 2
  }
  return round.length > 0 ? [...rounds, round] : rounds
}

function sumOf(stages: Stage[], value: (stage: Stage) => number): number {
  return stages.reduce((sum, stage) => sum + value(stage), 0)
}
