/** Beyond these the map's projection runs to infinity. */
const MAX_LATITUDE = 85.05112878

/** Levels at which a listing knows its cell: 6 is about 600 km wide at the equator, 9 about 80 km, 12 about 10 km. */
export interface Cells {
  cell6: string
  cell9: string
  cell12: string
}

/**
 * The map tiles that hold a place, as quadkeys, each level in a field of its own: a bounding box is then `$in` on a few
 * dozen equal values, which both stores answer from a plain index, and a cluster is a count by one field.
 */
export function cellsOf(lat: number, lng: number): Cells {
  const key = quadkey(lat, lng, 12)
  return { cell6: key.slice(0, 6), cell9: key.slice(0, 9), cell12: key }
}

function quadkey(lat: number, lng: number, level: number): string {
  const size = 2 ** level
  const radians = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180
  const x = tile((lng + 180) / 360, size)
  const y = tile((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2, size)
  let key = ''
  for (let bit = size / 2; bit >= 1; bit /= 2) key += (x & bit ? 1 : 0) + (y & bit ? 2 : 0)
  return key
}

function tile(share: number, size: number): number {
  return Math.max(0, Math.min(size - 1, Math.floor(share * size)))
}
