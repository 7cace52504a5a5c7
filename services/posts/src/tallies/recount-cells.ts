import { setImmediate as breathe } from 'node:timers/promises'
import type { Collection } from '@aangan/service-kit/store/store'
import type { ListingDoc } from '../listing.ts'
import { childrenOf } from '../map/quadkey.ts'
import { type CellDoc, type Cells, cellId, EVERYTHING, quadkeyOfId, type Scope, scopeOfId } from './cell-store.ts'
import { addFields, addPoint, emptyHeap, fieldsOf, type Heap } from './heap.ts'
import { readSpot } from './spot.ts'
import { recount } from './versions.ts'

/** So many cells at a time: others get their turn in between. */
const PIECE = 25

/** More than listings ever differ within one cell. */
const MOST_SPOTS = 1_000_000

interface Stores {
  cells: Cells
  listings: Collection<ListingDoc>
}

/**
 * Counts cells of the finest level from the listings, then all cells around them from the four below each. Whoever
 * counts a cell counts the ones around it afterwards, so that all agree once the last one is done.
 *
 * @param marked `<cell>|<city key>`
 * @throws AbortError between two pieces, once `signal` says so
 */
export async function recountCells({ cells, listings }: Stores, marked: string[], signal: AbortSignal): Promise<void> {
  const scopes = scopesByLeaf(marked)
  for (const piece of piecesOf([...scopes])) {
    await recount(cells.collection, idsOf(piece), async () => {
      return (await Promise.all(piece.map(([cell, wanted]) => countLeaf(listings, cell, wanted)))).flat()
    })
    await breathe(undefined, { signal })
  }
  let level = [...scopes].flatMap(([cell, wanted]) => [...wanted].map((scope) => cellId(scope, cell)))
  while (level.some((id) => quadkeyOfId(id) !== '')) {
    level = [...new Set(level.map(parentId))]
    for (const piece of piecesOf(level)) {
      await recount(cells.collection, piece, () => countParents(cells, piece))
      await breathe(undefined, { signal })
    }
  }
}

function scopesByLeaf(marked: string[]): Map<string, Set<Scope>> {
  const scopes = new Map<string, Set<Scope>>()
  for (const mark of marked) {
    const [cell = '', cityKey = ''] = mark.split('|')
    const known = scopes.get(cell) ?? new Set([EVERYTHING])
    scopes.set(cell, known.add(cityKey))
  }
  return scopes
}

function idsOf(leaves: [string, Set<Scope>][]): string[] {
  return leaves.flatMap(([cell, wanted]) => [...wanted].map((scope) => cellId(scope, cell)))
}

async function countLeaf(
  listings: Collection<ListingDoc>,
  cell: string,
  wanted: Set<Scope>,
): Promise<Omit<CellDoc, 'version'>[]> {
  const heaps = new Map<Scope, Heap>([...wanted].map((scope) => [scope, emptyHeap()]))
  for (const { _id, count } of await listings.aggregate(spotsWhere({ cell })).toArray()) {
    const spot = readSpot(_id)
    for (const scope of [EVERYTHING, spot.cityKey]) {
      const heap = heaps.get(scope)
      if (heap) addPoint(heap, spot, count)
    }
  }
  return [...heaps].map(([scope, heap]) => ({ _id: cellId(scope, cell), ...fieldsOf(heap) }))
}

/** Counts listings by spot, in an order that is always the same: sums of coordinates then are, too. */
export function spotsWhere($match: Parameters<Collection<ListingDoc>['find']>[0]) {
  return [
    { $match },
    { $group: { _id: '$spot', count: { $sum: 1 as const } } },
    { $sort: { count: -1 as const, _id: 1 as const } },
    { $limit: MOST_SPOTS },
  ] satisfies Parameters<Collection<ListingDoc>['aggregate']>[0]
}

async function countParents(cells: Cells, ids: string[]): Promise<Omit<CellDoc, 'version'>[]> {
  const below = ids.flatMap(childIds)
  const found = await cells.collection.find({ _id: { $in: below } }).toArray()
  const children = new Map(found.map((child) => [child._id, child]))
  return ids.map((_id) => {
    const heap = emptyHeap()
    for (const id of childIds(_id)) {
      const child = children.get(id)
      if (child) addFields(heap, child)
    }
    return { _id, ...fieldsOf(heap) }
  })
}

function childIds(id: string): string[] {
  return childrenOf(quadkeyOfId(id)).map((key) => cellId(scopeOfId(id), key))
}

function parentId(id: string): string {
  return quadkeyOfId(id) === '' ? id : id.slice(0, -1)
}

function piecesOf<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / PIECE) }, (_, at) => all.slice(at * PIECE, (at + 1) * PIECE))
}
