import type { Box } from './box.ts'

/** Beyond these the map's projection runs to infinity. */
const MAX_LATITUDE = 85.05112878

/** The smallest cells: about 600 m wide at the equator. */
export const LEAF_LEVEL = 16

/**
 * The cell of the map that holds a point, as a quadkey: a digit for each level, so that a cell's key begins with the keys
 * of all cells around it. On the screen a cell of level n is 256 pixels wide at zoom n.
 */
export function quadkeyOf({ lat, lng }: { lat: number; lng: number }, level: number): string {
  return keyAt(columnOf(lng, level), rowOf(lat, level), level)
}

export function childrenOf(key: string): string[] {
  return ['0', '1', '2', '3'].map((digit) => key + digit)
}

/** What a cell covers; the rows at the edge of the map go on to the poles. */
export function extentOf(key: string): Box {
  let column = 0
  let row = 0
  for (const digit of key) {
    column = 2 * column + (Number(digit) & 1)
    row = 2 * row + (Number(digit) >> 1)
  }
  const size = 2 ** key.length
  return {
    west: (column / size) * 360 - 180,
    east: ((column + 1) / size) * 360 - 180,
    north: row === 0 ? 90 : latitudeAt(row / size),
    south: row === size - 1 ? -90 : latitudeAt((row + 1) / size),
  }
}

/** The cells of a level that a box touches: how many, and which. */
export function gridOf(box: Box, level: number): { size: number; keys: () => string[] } {
  const [left, right] = [columnOf(box.west, level), columnOf(box.east, level)]
  const [top, bottom] = [rowOf(box.north, level), rowOf(box.south, level)]
  const [width, height] = [right - left + 1, bottom - top + 1]
  return {
    size: width * height,
    keys: () =>
      Array.from({ length: width * height }, (_, at) =>
        keyAt(left + (at % width), top + Math.floor(at / width), level),
      ),
  }
}

function keyAt(column: number, row: number, level: number): string {
  let key = ''
  for (let bit = 2 ** (level - 1); bit >= 1; bit /= 2) key += (column & bit ? 1 : 0) + (row & bit ? 2 : 0)
  return key
}

function columnOf(lng: number, level: number): number {
  return within((lng + 180) / 360, 2 ** level)
}

function rowOf(lat: number, level: number): number {
  const radians = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180
  return within((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2, 2 ** level)
}

function within(share: number, size: number): number {
  return Math.max(0, Math.min(size - 1, Math.floor(share * size)))
}

function latitudeAt(share: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI
}
