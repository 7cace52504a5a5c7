import type { PostType, Property } from '@aangan/contracts/post-constants'
import type { Facts } from '../facts/facts.ts'
import type { City, Locality } from './cities.ts'
import type { Random } from './random.ts'

/** Share of each kind, in per cent. */
const KINDS: readonly [Property, number][] = [
  ['apartment', 54],
  ['house', 20],
  ['condo', 16],
  ['land', 10],
]

/** Price per square foot relative to an apartment. */
const RATE: Record<Property, number> = { apartment: 1, condo: 0.95, house: 1.15, land: 0.6 }

/** Yearly rent as a share of the price. */
const YIELD = [0.026, 0.036] as const

/** Degrees, about a kilometre: homes are scattered this far around the centre of their locality. */
const SPREAD = 0.009

/** Generates a plausible home: size depends on rooms; price on size, place and kind. */
export function demoHome(random: Random, city: City): Facts {
  const property = kindOf(random)
  const locality = random.pick(city.localities)
  const type: PostType = property !== 'land' && random.chance(0.42) ? 'rent' : 'buy'
  const bedroom = property === 'land' ? 0 : roomsOf(random, property)
  const size = sizeOf(random, property, bedroom)
  const value = size * city.rate * locality[3] * RATE[property] * (0.88 + random.next() * 0.26)
  return {
    ...{ type, property, bedroom, size },
    price: type === 'buy' ? rounded(value) : rounded(rentOf(random, value)),
    bathroom: bedroom === 0 ? 0 : Math.max(1, bedroom - (random.chance(0.45) ? 1 : 0)),
    city: city.name,
    locality: locality[0],
    ...placeOf(random, locality),
    furnishing: property === 'land' ? null : random.pick(['furnished', 'semi-furnished', 'unfurnished']),
  }
}

function kindOf(random: Random): Property {
  let left = random.next() * 100
  for (const [kind, share] of KINDS) {
    left -= share
    if (left < 0) return kind
  }
  return 'apartment'
}

function roomsOf(random: Random, property: Property): number {
  return property === 'house' ? random.pick([2, 3, 3, 4, 4, 5]) : random.pick([1, 1, 2, 2, 2, 3, 3, 3, 4])
}

function sizeOf(random: Random, property: Property, bedroom: number): number {
  if (property === 'land') return random.pick([600, 1_200, 1_200, 1_500, 2_400, 3_000, 4_000])
  const room = property === 'house' ? random.between(480, 640) : random.between(340, 460)
  return Math.round((220 + bedroom * room) / 5) * 5
}

function rentOf(random: Random, value: number): number {
  return (value * (YIELD[0] + random.next() * (YIELD[1] - YIELD[0]))) / 12
}

/** Rounds to three digits ending in 0 or 5, as asking prices are: 1,23,45,678 becomes 1,23,50,000. */
function rounded(amount: number): number {
  const step = 10 ** (Math.floor(Math.log10(amount)) - 2) * 5
  return Math.max(step, Math.round(amount / step) * step)
}

function placeOf(random: Random, [, latitude, longitude]: Locality): { latitude: number; longitude: number } {
  const near = (middle: number): number => Number((middle + (random.next() - 0.5) * SPREAD).toFixed(6))
  return { latitude: near(latitude), longitude: near(longitude) }
}
