import { drawingUrl } from '@aangan/contracts/media'
import { createRandom, type Random } from '@aangan/platform/demo/random'
import { addressOf, describe, titleOf } from '@aangan/platform/facts/wording'
import type { Row } from '@aangan/platform/import/row'
import { type ListingDoc, newListing } from '@aangan/posts/listing'

const SEED = 20_261_121
const OWNERS = 20_000
const LAST = Date.parse('2026-11-01T00:00:00Z')
const TWO_YEARS_MS = 2 * 365 * 86_400_000

/** Listings that came in by import share their moment with so many others. */
const BATCH = 100
const METRES_PER_DEGREE = 111_320

/**
 * Listings drawn from real rows, always the same ones: what belongs together (kind, place, price, rooms) comes from one
 * row, and price, size, place and time are varied as they vary between neighbours.
 */
export function* inventListings(rows: readonly Row[], count: number): Generator<ListingDoc> {
  const random = createRandom(SEED)
  const crowd = crowdsOf(rows)
  let batch = timeOf(random)
  for (let at = 0; at < count; at += 1) {
    if (at % BATCH === 0) batch = timeOf(random)
    const row = random.pick(rows)
    const id = hex(random, 24)
    const facts = vary(row, crowd.get(pointOf(row)) ?? 1, random)
    const now = random.chance(0.2) ? batch : timeOf(random)
    yield newListing(
      {
        ...facts,
        title: titleOf(facts),
        address: addressOf(facts),
        desc: describe(facts, at),
        images: [0, 1, 2, 3].map((view) => drawingUrl(facts.property, id, view)),
        alts: [],
        latitude: String(facts.latitude),
        longitude: String(facts.longitude),
        ...{ utilities: null, pet: null, income: null, school: null, bus: null, restaurant: null },
      },
      { id, owner: ownerOf(random.between(1, OWNERS)), now },
    )
  }
}

function ownerOf(number: number) {
  return { id: number.toString(16).padStart(24, '0'), username: `owner${number}`, avatar: null }
}

/** How many rows stand on each point. */
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

/** Half of them cost what the row costs; people ask for round sums. */
function priceNear(price: number, random: Random): number {
  if (random.chance(0.5)) return price
  const step = 10 ** Math.max(2, Math.floor(Math.log10(price)) - 1) / 2
  return Math.max(step, Math.round((price * Math.exp(0.15 * normal(random))) / step) * step)
}

/** A point that many rows share is the centre of a locality, which many more would share; a lone one has neighbours. */
function placeNear({ latitude, longitude }: Row, crowd: number, random: Random): Pick<Row, 'latitude' | 'longitude'> {
  if (random.chance(crowd >= 5 ? 0.8 : 0.1)) return { latitude, longitude }
  const metres = 500
  const north = (metres * normal(random)) / METRES_PER_DEGREE
  const east = (metres * normal(random)) / (METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180))
  return { latitude: Number((latitude + north).toFixed(6)), longitude: Number((longitude + east).toFixed(6)) }
}

/** The file has no land: a plot where a home stands, at about its price. */
function land(row: Row, random: Random): Row {
  const size = 300 * random.between(2, 40)
  const price = row.type === 'buy' ? priceNear(row.price, random) : priceNear(row.price * 200, random)
  return { ...row, type: 'buy', property: 'land', bedroom: 0, bathroom: 0, size, price, furnishing: null }
}

/** What real data has too: slips of the keyboard, and places far away. */
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

/** Times of the two years, later ones likelier: the site grows. */
function timeOf(random: Random): Date {
  return new Date(LAST - Math.floor(TWO_YEARS_MS * (1 - Math.sqrt(random.next()))))
}

/** A number of the normal distribution (Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

function hex(random: Random, digits: number): string {
  return Array.from({ length: digits / 6 }, () => random.between(0, 0xffffff).toString(16).padStart(6, '0')).join('')
}
