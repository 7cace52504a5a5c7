import { createRandom, type Random } from '@aangan/platform/demo/random'
import type { Row } from '@aangan/platform/import/row'

const SEED = 20_261_121
const METRES_PER_DEGREE = 111_320

const COLUMNS = [
  ...(['type', 'property', 'price', 'city', 'locality', 'bedroom', 'bathroom', 'size'] as const),
  ...(['latitude', 'longitude', 'furnishing'] as const),
]

/**
 * Yields the lines of a CSV file with rows drawn from real ones, deterministically. Correlated fields (kind, place,
 * price, rooms) come from one row; price, size and place vary as they do between neighbours.
 */
export function* csvOf(rows: readonly Row[], count: number): Generator<string> {
  const random = createRandom(SEED)
  const crowd = crowdsOf(rows)
  yield `${COLUMNS.join(',')}\n`
  for (let at = 0; at < count; at += 1) {
    const row = random.pick(rows)
    const varied = vary(row, crowd.get(pointOf(row)) ?? 1, random)
    yield `${COLUMNS.map((name) => cellOf(varied[name])).join(',')}\n`
  }
}

function cellOf(value: string | number | null): string {
  const text = String(value ?? '')
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function crowdsOf(rows: readonly Row[]): Map<string, number> {
  const crowds = new Map<string, number>()
  for (const row of rows) crowds.set(pointOf(row), (crowds.get(pointOf(row)) ?? 0) + 1)
  return crowds
}

function pointOf({ latitude, longitude }: Row): string {
  return `${latitude} ${longitude}`
}

function vary(row: Row, crowd: number, random: Random): Row {
  const moved = { ...row, ...placeNear(row, crowd, random) }
  if (random.chance(0.02)) return land(moved, random)
  if (random.chance(0.001)) return outlier(moved, random)
  const size = row.size === null ? null : Math.max(50, Math.round(row.size * (1 + 0.08 * normal(random))))
  return { ...moved, size, price: priceNear(row.price, random) }
}

/** Half keep the price of the row. Prices are rounded, as in real listings. */
function priceNear(price: number, random: Random): number {
  if (random.chance(0.5)) return price
  const step = 10 ** Math.max(2, Math.floor(Math.log10(price)) - 1) / 2
  return Math.max(step, Math.round((price * Math.exp(0.15 * normal(random))) / step) * step)
}

/** A point shared by many rows is the centre of a locality and stays shared; a lone one gets neighbours. */
function placeNear({ latitude, longitude }: Row, crowd: number, random: Random): Pick<Row, 'latitude' | 'longitude'> {
  if (random.chance(crowd >= 5 ? 0.8 : 0.1)) return { latitude, longitude }
  const metres = 500
  const north = (metres * normal(random)) / METRES_PER_DEGREE
  const east = (metres * normal(random)) / (METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180))
  return { latitude: Number((latitude + north).toFixed(6)), longitude: Number((longitude + east).toFixed(6)) }
}

/** The file has no land: creates a plot at the place of a home, for about its price. */
function land(row: Row, random: Random): Row {
  const size = 300 * random.between(2, 40)
  const price = row.type === 'buy' ? priceNear(row.price, random) : priceNear(row.price * 200, random)
  return { ...row, type: 'buy', property: 'land', bedroom: 0, bathroom: 0, size, price, furnishing: null }
}

/** Noise of real data: typing errors and far-away places. */
function outlier(row: Row, random: Random): Row {
  return random.pick([
    { ...row, price: 1 },
    { ...row, price: 999_999_999_999 },
    { ...row, bedroom: random.between(20, 100) },
    { ...row, latitude: 51.5072, longitude: -0.1276 },
    { ...row, latitude: random.between(7, 36), longitude: random.between(69, 97) },
    { ...row, latitude: -89.9, longitude: 179.9999 },
    { ...row, locality: '', city: `Village ${random.between(1, 300)}` },
  ])
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
