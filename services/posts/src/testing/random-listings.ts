import { FURNISHINGS, PETS, POST_TYPES, PROPERTIES, UTILITIES } from '@aangan/contracts/post-constants'
import { changedListing, type ListingDoc, newListing } from '../listing.ts'
import { facts } from './facts.ts'

/** Towns with their middles, and one across the date line. */
const CITIES = [
  ['Mumbai', 19.076, 72.8777],
  ['Pune', 18.5204, 73.8567],
  ['Bengaluru', 12.971598, 77.594562],
  ['Delhi', 28.6139, 77.209],
  ['Kochi', 9.9312, 76.2673],
  ['Navi Mumbai', 19.033, 73.0297],
  ['Taveuni', -16.85, 179.99],
] as const
/** Parts of towns; the same name in each of them. */
const LOCALITIES = ['Gandhi Nagar', 'Market Road', 'Lake View', null]
export const OFF_MARKET = ['taken', 'unpublished'] as const
const DAY_MS = 86_400_000
/** So that filters by age find some of them. */
const BEGIN = DAY_MS * (Math.floor(Date.now() / DAY_MS) - 400)

/** mulberry32: seeded, so that a failing run can be reproduced. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `count` live listings, plus a tenth as many of each other status. */
export function randomMarket(count: number, random: () => number): ListingDoc[] {
  const live = randomListings(count, random)
  const others = OFF_MARKET.flatMap((status) =>
    randomListings(count / 10, random).map((listing) => changedListing(listing, { status })),
  )
  return [...live, ...others]
}

/**
 * Live listings with many equal prices and times, so that the order within equals is at stake.
 * @param scatter how far they lie apart in a town, in degrees
 */
export function randomListings(count: number, random: () => number, { scatter = 0.4 } = {}): ListingDoc[] {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const hex = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return Array.from({ length: count }, () => {
    const [city, latitude, longitude] = pick(CITIES)
    // Some share the centre of their town, like listings placed by name only.
    const spread = random() < 0.2 ? 0 : scatter
    const east = longitude + spread * (random() - 0.5)
    const locality = pick(LOCALITIES)
    const given = facts({
      address: locality === null ? city : `${locality}, ${city}`,
      type: pick(POST_TYPES),
      property: pick(PROPERTIES),
      city,
      latitude: String(latitude + spread * (random() - 0.5)),
      longitude: String(east > 180 ? east - 360 : east),
      // Two values are common and the others rare: they take different paths in a search.
      bedroom: random() < 0.9 ? pick([2, 3]) : Math.floor(random() * 6),
      price: 1_000 * (1 + Math.floor(random() * 500)),
      size: random() < 0.2 ? null : 300 + Math.floor(random() * 3_000),
      furnishing: pick([...FURNISHINGS, null]),
      utilities: pick(UTILITIES),
      pet: pick(PETS),
    })
    const now = new Date(BEGIN + (DAY_MS / 3) * Math.floor(random() * 1_000))
    const id = hex() + hex() + hex()
    return newListing(given, { id, owner: hex() + hex() + hex(), now, approximate: id.endsWith('7') })
  })
}
