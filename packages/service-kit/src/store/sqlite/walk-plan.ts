import type { IndexSpec, SortOrder } from '../store.ts'
import type { Part } from './filter.ts'

/**
 * Where a filter leaves several values to a field that the index has before its order, one stretch for each of them is
 * walked and the walks are merged, as MongoDB does. A stretch costs some microseconds, even where it is empty.
 */
const MAX_STRETCHES = 256

export type Index = Pick<IndexSpec, 'name' | 'key'>

export interface WalkPlan {
  index: string
  /** The index holds all that is asked, so that a document is read only where it is part of the answer. */
  isCovered: boolean
  /** The conditions that say where each stretch of the index begins and ends. */
  stretches: Part[][]
  /** What is left to ask of each entry. */
  rest: Part[]
  /** The sort without the fields of which the filter leaves one value. */
  order: [path: string, direction: 1 | -1][]
}

/** How to find what matches in this order along an index, or null where none has it. */
export function planWalk(indexes: readonly Index[], parts: Part[], sort: SortOrder): WalkPlan | null {
  const fixed = pathsOf(parts.filter(({ equality }) => equality))
  const order = Object.entries(sort).filter(([path]) => !fixed.has(path))
  if (order.length === 0) return null
  const sorted = new Set(order.map(([path]) => path))
  const isFixing = ({ path, equality, choices }: Part) =>
    path !== null && !sorted.has(path) && (equality || choices !== null)
  const index = indexInOrder(indexes, parts, parts.filter(isFixing), order)
  if (!index) return null
  const begin = prefixOf(index, pathsOf(parts.filter(isFixing)))
  const bounds = parts.filter(
    (part) => part.path !== null && (begin.includes(part.path) ? isFixing(part) : part.path === order[0]?.[0]),
  )
  const rest = parts.filter((part) => !bounds.includes(part))
  return { index: index.name, isCovered: covers(index, parts), stretches: stretchesOf(bounds), rest, order }
}

/**
 * Of the indexes that hold the wanted order once their first fields are fixed, the one with most fields fixed, and of
 * equal ones one that covers what is asked.
 */
function indexInOrder(
  indexes: readonly Index[],
  parts: Part[],
  fixing: Part[],
  order: [string, number][],
): Index | undefined {
  const fixed = pathsOf(fixing)
  const countStretches = (index: Index) => {
    const begin = prefixOf(index, fixed)
    const spread = fixing.filter(({ path }) => path !== null && begin.includes(path))
    return spread.reduce((product, { choices }) => product * (choices?.length ?? 1), 1)
  }
  return indexes
    .filter((index) => isInOrder(index, fixed, order) && countStretches(index) <= MAX_STRETCHES)
    .sort(
      (a, b) =>
        prefixOf(b, fixed).length - prefixOf(a, fixed).length || Number(covers(b, parts)) - Number(covers(a, parts)),
    )[0]
}

function isInOrder(index: Index, fixed: ReadonlySet<string>, order: [string, number][]): boolean {
  const begin = prefixOf(index, fixed).length
  const held = Object.entries(index.key).slice(begin, begin + order.length)
  const turn = (held[0]?.[1] ?? 0) * (order[0]?.[1] ?? 0)
  return order.every(([path, way], place) => held[place]?.[0] === path && held[place][1] * way === turn)
}

/** Whether the index knows every field that is asked. */
export function covers(index: Index, parts: Part[]): boolean {
  return parts.every(({ path }) => path !== null && path in index.key)
}

/** The first fields of the index that are fixed. */
export function prefixOf(index: Index, fixed: ReadonlySet<string>): string[] {
  const paths = Object.keys(index.key)
  const free = paths.findIndex((path) => !fixed.has(path))
  return free === -1 ? paths : paths.slice(0, free)
}

/** Every combination of the choices, each with all other conditions. */
function stretchesOf(bounds: Part[]): Part[][] {
  return bounds.reduce<Part[][]>(
    (stretches, bound) => {
      const choices: Part[] = bound.choices?.map((choice) => ({ ...bound, ...choice, choices: null })) ?? [bound]
      return stretches.flatMap((stretch) => choices.map((choice) => [...stretch, choice]))
    },
    [[]],
  )
}

export function pathsOf(parts: Part[]): Set<string> {
  return new Set(parts.flatMap(({ path }) => (path === null ? [] : [path])))
}
