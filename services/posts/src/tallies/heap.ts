import type { Box } from '../map/box.ts'
import { readTallies, type Tally, writeTallies } from './tally.ts'

/** Listings of one place taken together: how many of what, where about, and how far they reach. */
export interface Heap extends Box {
  count: number
  /** Sums of the coordinates: divided by the count, their middle. */
  lat: number
  lng: number
  tallies: Map<Tally, number>
}

/** A heap as it is kept. */
export interface HeapFields extends Box {
  count: number
  lat: number
  lng: number
  tallies: string
}

export function emptyHeap(): Heap {
  return { count: 0, lat: 0, lng: 0, west: 180, south: 90, east: -180, north: -90, tallies: new Map() }
}

export function addPoint(
  heap: Heap,
  { tally, lat, lng }: { tally: Tally; lat: number; lng: number },
  count: number,
): void {
  addTally(heap, tally, count)
  heap.count += count
  heap.lat += lat * count
  heap.lng += lng * count
  widen(heap, { west: lng, south: lat, east: lng, north: lat })
}

export function addFields(heap: Heap, fields: HeapFields): void {
  if (fields.count === 0) return
  for (const [tally, count] of readTallies(fields.tallies)) addTally(heap, tally, count)
  heap.count += fields.count
  heap.lat += fields.lat
  heap.lng += fields.lng
  widen(heap, fields)
}

export function fieldsOf(heap: Heap): HeapFields {
  return { ...heap, tallies: writeTallies(heap.tallies) }
}

export function widen(box: Box, { west, south, east, north }: Box): void {
  box.west = Math.min(box.west, west)
  box.south = Math.min(box.south, south)
  box.east = Math.max(box.east, east)
  box.north = Math.max(box.north, north)
}

function addTally(heap: Heap, tally: Tally, count: number): void {
  heap.tallies.set(tally, (heap.tallies.get(tally) ?? 0) + count)
}
