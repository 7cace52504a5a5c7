import { createRandom, type Random } from '@aangan/platform/demo/random'
import type { Row } from '@aangan/platform/import/row'

const SEED = 5_000
const LAKH = 100_000

/** Price steps that people pick, in rupees. */
const ROUND = {
  rent: [5_000, 8_000, 10_000, 15_000, 20_000, 25_000, 30_000, 40_000, 50_000, 75_000, LAKH, 1.5 * LAKH, 2 * LAKH],
  buy: [10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 300, 500, 1_000].map((lakhs) => lakhs * LAKH),
} as const

/** Map zooms with their weights: country, state, city, street. */
const ZOOMS = weighted([
  [5, 4],
  [6, 5],
  [7, 5],
  [8, 5],
  [9, 6],
  [10, 10],
  [11, 14],
  [12, 16],
  [13, 14],
  [14, 10],
  [15, 6],
  [16, 3],
  [17, 2],
])
/** Map sizes: next to the list, full width on a laptop, on a phone. */
const SCREENS = weighted([
  [{ width: 680, height: 700 }, 6],
  [{ width: 1366, height: 640 }, 2],
  [{ width: 360, height: 560 }, 2],
])
const SORTS = weighted([
  ['newest', 72],
  ['price_asc', 18],
  ['price_desc', 10],
])
const PAGES = weighted([
  [1, 82],
  [2, 12],
  [3, 4],
  [5, 2],
])
const WANTS = weighted<(row: Row, random: Random) => Record<string, string>>([
  [homePage, 24],
  [cityAlone, 12],
  [kind, 12],
  [rooms, 12],
  [everything, 8],
  [locality, 7],
  [country, 5],
  [area, 20],
])

export interface Query {
  params: Record<string, string>
  page: number
}

/** Draws realistic searches around the places of real homes, deterministically. */
export function drawSearches(rows: readonly Row[], count: number): Query[] {
  const random = createRandom(SEED)
  return Array.from({ length: count }, () => {
    const params = random.pick(WANTS)(random.pick(rows), random)
    const sort = random.pick(SORTS)
    return { params: sort === 'newest' ? params : { ...params, sort }, page: random.pick(PAGES) }
  })
}

export function drawMaps(rows: readonly Row[], count: number): Record<string, string>[] {
  const random = createRandom(SEED + 1)
  return Array.from({ length: count }, () => {
    const row = random.pick(rows)
    const zoom = random.pick(ZOOMS)
    const filters = random.chance(0.5) ? someFilters(row, random) : {}
    return { ...filters, bbox: boxAround(row, zoom, random), zoom: String(zoom) }
  })
}

function homePage(row: Row, random: Random): Record<string, string> {
  return { type: row.type, city: row.city, ...(random.chance(0.7) && prices(row, random)) }
}

function cityAlone(row: Row, random: Random): Record<string, string> {
  return { city: random.pick([row.city, row.city.toLowerCase(), row.city.toUpperCase()]) }
}

function kind(row: Row, random: Random): Record<string, string> {
  return { city: row.city, ...(random.chance(0.7) && { type: row.type }), property: propertyOf(row, random) }
}

function rooms(row: Row, random: Random): Record<string, string> {
  return { city: row.city, ...(random.chance(0.8) && { type: row.type }), ...bedrooms(row) }
}

function everything(row: Row, random: Random): Record<string, string> {
  return { type: row.type, city: row.city, property: row.property, ...bedrooms(row), ...prices(row, random) }
}

function locality(row: Row, random: Random): Record<string, string> {
  return { city: `${row.locality}, ${row.city}`, ...(random.chance(0.6) && someFilters(row, random)) }
}

/** No place: the unfiltered list, or filters for the whole country. */
function country(row: Row, random: Random): Record<string, string> {
  return random.chance(0.3) ? {} : someFilters(row, random)
}

function area(row: Row, random: Random): Record<string, string> {
  const filters = random.chance(0.6) ? someFilters(row, random) : {}
  return { ...filters, bbox: boxAround(row, random.pick(ZOOMS), random) }
}

function someFilters(row: Row, random: Random): Record<string, string> {
  return {
    ...(random.chance(0.8) && { type: row.type, ...(random.chance(0.5) && prices(row, random)) }),
    ...(random.chance(0.3) && { property: propertyOf(row, random) }),
    ...(random.chance(0.35) && bedrooms(row)),
  }
}

function propertyOf(row: Row, random: Random): string {
  return random.chance(0.08) ? 'land' : row.property
}

function bedrooms({ bedroom }: Row): Record<string, string> {
  return { bedroom: String(bedroom) }
}

/** Price bounds around the row: one to three steps away, both or only one. */
function prices({ type, price }: Row, random: Random): Record<string, string> {
  const steps = ROUND[type]
  const above = steps.findIndex((step) => step > price)
  const over = steps[(above === -1 ? steps.length : above) + random.between(0, 2)]
  const under = steps[(above === -1 ? steps.length : above) - random.between(1, 3)]
  const bounds: Record<string, string> = {}
  if (random.chance(0.6) && under !== undefined) bounds.minPrice = String(under)
  if (random.chance(0.8) && over !== undefined) bounds.maxPrice = String(over)
  return bounds
}

/** Bounding box of a screen at this zoom (the world is 512 pixels wide at zoom 1) with the row near its middle. */
function boxAround({ latitude, longitude }: Row, zoom: number, random: Random): string {
  const { width, height } = random.pick(SCREENS)
  const world = 256 * 2 ** zoom
  const x = (longitude / 360 + 0.5) * world + width * (random.next() - 0.5) * 0.6
  const y = mercator(latitude) * world + height * (random.next() - 0.5) * 0.6
  const lng = (pixels: number) => ((pixels / world - 0.5) * 360).toFixed(6)
  const lat = (pixels: number) => latitudeOf(pixels / world).toFixed(6)
  return [lng(x - width / 2), lat(y + height / 2), lng(x + width / 2), lat(y - height / 2)].join(',')
}

/** Web Mercator, from 0 in the north to 1 in the south. */
function mercator(latitude: number): number {
  return 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)
}

function latitudeOf(share: number): number {
  return (Math.atan(Math.sinh((0.5 - share) * 2 * Math.PI)) * 180) / Math.PI
}

function weighted<T>(choices: [T, number][]): T[] {
  return choices.flatMap(([choice, weight]) => Array<T>(weight).fill(choice))
}
