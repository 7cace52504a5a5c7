import type { Scene } from './home.ts'
import { car, lamp, rickshaw, road } from './scenery.ts'
import { place } from './svg.ts'

/** Pavement and road from `top` down, sometimes with an auto-rickshaw. */
export function kerbside({ home, random }: Scene, top: number, rickshawShare = 0.28): string {
  const { mood, palette } = home
  const x = random.chance(0.5) ? random.between(24, 150) : random.between(390, 490)
  const chance = random.next()
  const post = random.chance(0.5) ? lamp(mood, random.pick([46, 548]), top + 8) : ''
  if (chance < rickshawShare) return road(mood, top) + post + place(x, top + 30, rickshaw(mood), 1.1)
  if (chance < 0.6) return road(mood, top) + post + place(x, top + 30, car(mood, palette.accent), 1.1)
  return road(mood, top) + post
}
