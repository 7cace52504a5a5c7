import type { Property } from '@aangan/contracts/post-constants'
import { type Mood, type Palette, pickMood, pickPalette } from './palette.ts'
import { type Random, randomFrom } from './random.ts'

export const WIDTH = 600
export const HEIGHT = 400

export type Bay = 'window' | 'tall' | 'balcony'
export type GroundFloor = 'shops' | 'door'

/** Decided by the seed before any view is drawn, so that all five show the same home. */
export interface Home {
  property: Property
  mood: Mood
  palette: Palette
  floors: number
  bays: readonly Bay[]
  groundFloor: GroundFloor
  roof: 'tiled' | 'flat'
  railing: 'bars' | 'solid' | 'glass'
  arched: boolean
}

/** `random` is per view: a tree in the street must not move the windows of the front. */
export interface Scene {
  home: Home
  random: Random
}

const FLOORS: Record<Property, readonly [number, number]> = {
  apartment: [4, 6],
  house: [1, 2],
  condo: [8, 11],
  land: [1, 1],
}

const RHYTHMS: readonly [readonly Bay[], ...(readonly Bay[])[]] = [
  ['window', 'balcony', 'window', 'window', 'balcony', 'window'],
  ['balcony', 'window', 'tall', 'window', 'balcony'],
  ['balcony', 'tall', 'balcony', 'balcony', 'tall', 'balcony'],
  ['window', 'balcony', 'balcony', 'window'],
  ['tall', 'window', 'balcony', 'window', 'tall'],
]

export function designHome(property: Property, seed: string): Home {
  const random = randomFrom(`${property}/${seed}`)
  const mood = pickMood(random)
  const [low, high] = FLOORS[property]
  return {
    property,
    mood,
    palette: pickPalette(random, mood),
    floors: random.integer(low, high),
    bays: random.pick(RHYTHMS),
    groundFloor: random.pick(['shops', 'door']),
    roof: random.pick(['tiled', 'flat']),
    railing: random.pick(['bars', 'solid', 'glass']),
    arched: random.chance(0.35),
  }
}
