import type { Facts } from '../facts/facts.ts'
import { describe, grouped, paragraphs, pick } from '../facts/wording.ts'

/** Distances in metres, and the rules of a rental. */
export interface Around {
  school: number
  bus: number
  restaurant: number
  pet: 'allowed' | 'not-allowed' | null
}

export function storyOf(facts: Facts, around: Around, variant: number): string {
  return describe(facts, variant) + paragraphs([insideOf(facts, variant), outsideOf(facts, around, variant)])
}

function insideOf({ property, bedroom, furnishing, type }: Facts, variant: number): string {
  if (property === 'land') return pick(PLOTS, variant >>> 4)
  const rooms = pick(bedroom >= 3 ? LARGE : SMALL, variant >>> 4)
  const kitchen = furnishing === 'unfurnished' ? pick(BARE, variant >>> 6) : pick(FITTED, variant >>> 6)
  return `${rooms} ${kitchen} ${type === 'rent' ? pick(RENTING, variant >>> 8) : pick(BUYING, variant >>> 8)}`
}

function outsideOf({ locality }: Facts, { school, bus, restaurant, pet }: Around, variant: number): string {
  const near = pick(
    [
      `The nearest bus stop is ${grouped(bus)} metres away, a school ${grouped(school)} metres.`,
      `A school is ${grouped(school)} metres from the gate and the bus stop is ${grouped(bus)} metres away.`,
      `Buses stop ${grouped(bus)} metres away; for a meal out it is ${grouped(restaurant)} metres.`,
    ],
    variant >>> 10,
  )
  const pets = pet === 'allowed' ? pick(PETS, variant >>> 12) : ''
  return `${pick([`${locality} has daily shops within a walk.`, `Vegetables, milk and a chemist are at the corner.`], variant >>> 11)} ${near} ${pets}`.trim()
}

const LARGE = [
  'The living room opens to a balcony, and the master bedroom has an attached bathroom.',
  'Living and dining are apart, so that guests do not stand in the kitchen.',
  'Two bedrooms face the morning sun; the third is quiet enough for a study.',
  'A covered verandah keeps the afternoon heat out of the living room.',
] as const

const SMALL = [
  'The rooms are compact and well lit, with windows on two sides.',
  'The living room takes a sofa and a table for four without crowding.',
  'The bedroom is at the back, away from the road.',
  'A balcony with a railing deep enough for plants runs along the living room.',
] as const

const FITTED = [
  'The kitchen is modular, with a chimney and piped gas.',
  'Wardrobes, fans and lights stay; the kitchen has a granite counter.',
  'There is an inverter for power cuts and a geyser in each bathroom.',
] as const

const BARE = [
  'The kitchen is bare, with water and gas points in place.',
  'Walls were painted this year; fittings are left to your taste.',
  'Nothing needs repair before you bring your own furniture.',
] as const

const RENTING = [
  'The deposit is two months of rent.',
  'Families and working professionals are welcome.',
  'Covered parking for one car is in the rent.',
  'Maintenance is extra; recent bills can be shown.',
] as const

const BUYING = [
  'The papers are clear and can be seen before a visit.',
  'Covered parking for one car goes with it.',
  'Property tax is paid up to this year.',
  'Two banks have approved loans for it before.',
] as const

const PLOTS = [
  'The plot is level and fenced, with road access on one side and water and power at the boundary.',
  'A corner plot on a road wide enough for two cars; the survey stones are in place.',
  'Ready to build on: the approved layout and the title papers can be seen before a visit.',
] as const

const PETS = ['Pets are welcome.', 'The dog next door is friendly, and yours is welcome too.'] as const
