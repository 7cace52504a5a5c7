import type { Random } from './random.ts'
import { mix } from './svg.ts'

export interface Mood {
  name: 'morning' | 'noon' | 'dusk'
  /** Top and bottom colour. */
  sky: readonly [string, string]
  sun: string
  far: string
  ground: string
  road: string
  kerb: string
  leaves: readonly [string, string, string]
  trunk: string
  glass: string
  /** Lit windows; the same as `glass` by day. */
  lit: string
  /** Tint of every wall, and its strength. */
  light: string
  strength: number
  shade: string
}

const MORNING: Mood = {
  name: 'morning',
  sky: ['#f9e3cb', '#fdf3e2'],
  sun: '#fffaee',
  far: '#ecd2b6',
  ground: '#dccfa6',
  road: '#bfb0a0',
  kerb: '#f1e8d8',
  leaves: ['#7f9a68', '#96ad78', '#64845d'],
  trunk: '#8a6a50',
  glass: '#9db9b6',
  lit: '#b9cfc8',
  light: '#ffe9c9',
  strength: 0.12,
  shade: '#5b3f33',
}

const NOON: Mood = {
  name: 'noon',
  sky: ['#c7e0df', '#f1f2e6'],
  sun: '#fffdf2',
  far: '#b9d2c6',
  ground: '#c9d3a4',
  road: '#b3b5ae',
  kerb: '#eeeee4',
  leaves: ['#5f9470', '#7dab7c', '#447a63'],
  trunk: '#7d6450',
  glass: '#86b0b8',
  lit: '#a5c8cb',
  light: '#ffffff',
  strength: 0.06,
  shade: '#2f4440',
}

const DUSK: Mood = {
  name: 'dusk',
  sky: ['#6f7f9d', '#f4c7a0'],
  sun: '#ffe3b3',
  far: '#a08fa2',
  ground: '#a89c80',
  road: '#7f7886',
  kerb: '#cbbcae',
  leaves: ['#4d7064', '#64856c', '#395a54'],
  trunk: '#5d4a4a',
  glass: '#5d6c82',
  lit: '#ffd88c',
  light: '#7a5a7c',
  strength: 0.2,
  shade: '#2d2440',
}

const WALLS = [
  '#f6ead4',
  '#ecd3ab',
  '#e3b394',
  '#d38d6c',
  '#e6c27c',
  '#c9d2b6',
  '#aebfae',
  '#f3efe6',
  '#dfb3a6',
] as const
const TRIMS = ['#fbf6ea', '#f3e4c8', '#fffaf0'] as const
const ROOFS = ['#b5573c', '#a34b36', '#c46a45', '#8f4a3a'] as const
const ACCENTS = ['#0f5c4d', '#2f7d6b', '#c0603f', '#e09a35', '#3f6b86', '#8c4a5a'] as const

/** Chosen once per listing, so that its five views match. */
export interface Palette {
  wall: string
  /** The wall that faces away from the sun. */
  wallShade: string
  second: string
  trim: string
  roof: string
  accent: string
}

export function pickMood(random: Random): Mood {
  return random.pick([MORNING, NOON, NOON, DUSK])
}

export function pickPalette(random: Random, mood: Mood): Palette {
  const lit = (colour: string): string => mix(colour, mood.light, mood.strength)
  const wall = lit(random.pick(WALLS))
  return {
    wall,
    wallShade: mix(wall, mood.shade, 0.2),
    second: lit(random.pick(WALLS)),
    trim: lit(random.pick(TRIMS)),
    roof: lit(random.pick(ROOFS)),
    accent: lit(random.pick(ACCENTS)),
  }
}
