import { createHash } from 'node:crypto'
import { drawingUrl } from '@aangan/contracts/media'
import { type GivenFacts, type ListingDoc, type ListingFacts, newListing, type Owner } from '@aangan/posts/listing'
import type { Facts } from '../facts/facts.ts'
import { addressOf, titleOf } from '../facts/wording.ts'
import { CITIES } from './cities.ts'
import { demoHome } from './homes.ts'
import { createRandom, type Random } from './random.ts'
import { storyOf } from './story.ts'

const DAY_MS = 86_400_000
const DAYS = 60
const SEED = 1947

const INCOMES = [
  'Three times the rent',
  'Salaried, last three slips',
  'Company lease welcome',
  'No requirement',
] as const
const LANES = [
  '1st Cross',
  '2nd Main',
  'Temple Road',
  'Park Street',
  'Station Road',
  'Lake View Road',
  'Nehru Road',
  'Gandhi Marg',
]

/** All demo listings: deterministic except for their dates, which are in the last sixty days before `now`. */
export function demoListings(owners: Owner[], now: Date): ListingDoc[] {
  const random = createRandom(SEED)
  const homes = CITIES.flatMap((city) => Array.from({ length: city.listings }, () => demoHome(random, city)))
  return homes.map((facts, index) => {
    const id = createHash('sha256').update(`demo listing ${index}`).digest('hex').slice(0, 24)
    const listed = new Date(now.getTime() - Math.floor(random.next() * DAYS * DAY_MS))
    return newListing(listingFacts(facts, id, random), { id, owner: random.pick(owners), now: listed, source: 'demo' })
  })
}

/** The type asks for everything that a home of the demo has. */
type DemoFacts = GivenFacts & Pick<ListingFacts, keyof Facts & keyof ListingFacts>

function listingFacts(facts: Facts, id: string, random: Random): DemoFacts {
  const { type, property, price, city, bedroom, bathroom, size, furnishing } = facts
  const ofRental = <T>(rule: T) => (type === 'rent' ? rule : null)
  const around = {
    school: random.between(2, 60) * 50,
    bus: random.between(2, 24) * 25,
    restaurant: random.between(2, 40) * 25,
    pet: ofRental(random.pick(['allowed', 'not-allowed'] as const)),
  }
  const variant = random.between(0, 0xffff)
  const address = `${random.between(1, 180)} ${random.pick(LANES)}, ${addressOf(facts)}`
  return {
    ...{ type, property, price, city, bedroom, bathroom, size, furnishing, address },
    title: titleOf(facts),
    desc: storyOf(facts, around, variant),
    images: Array.from({ length: random.between(4, 5) }, (_, view) => drawingUrl(property, id, view)),
    alts: [],
    latitude: String(facts.latitude),
    longitude: String(facts.longitude),
    utilities: ofRental(random.pick(['owner', 'tenant', 'shared'] as const)),
    ...around,
    income: type === 'rent' ? random.pick(INCOMES) : null,
  }
}
