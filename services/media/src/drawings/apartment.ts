import { facade } from './facade.ts'
import type { Scene } from './home.ts'
import { kerbside } from './kerbside.ts'
import { rooftop } from './rooftop.ts'
import { horizon, sky } from './scenery.ts'
import { type Box, boxes, faint, line, mix, place, rect } from './svg.ts'
import { plantTree, pot, shrub } from './trees.ts'

const BASE = 340

export function apartmentFront(scene: Scene): string {
  const { home, random } = scene
  const { mood } = home
  const w = home.bays.length * 52 + 26
  const h = (home.floors + 1) * 42
  const left = 300 - w / 2 + random.between(-40, 40)
  const block = facade(home, { id: 'f', w, h, floors: home.floors + 1, bays: home.bays }, random)
  const side = faint(0.12, rect(w - 20, 0, 20, h, mood.shade))
  return (
    sky(mood, random) +
    horizon(mood, random, BASE, true) +
    plantTree(random.pick(['neem', 'round', 'tall']), [left - 34, BASE], random.between(1, 1.5)) +
    place(left, BASE - h, rooftop(home, w, random) + block + side) +
    plantTree(random.pick(['palm', 'round', 'tall']), [left + w + 40, BASE], random.between(1, 1.7)) +
    shrub([left - 6, BASE], 40, home.palette.roof) +
    shrub([left + w - 30, BASE], 46) +
    kerbside(scene, BASE)
  )
}

export function balcony({ home, random }: Scene): string {
  const { mood, palette } = home
  const floor = mix(palette.second, mood.shade, 0.08)
  const bars = Array.from({ length: 29 }, (_, index): Box => ({ x: 14 + index * 20.4, y: 232, w: 3, h: 88 }))
  const tiles =
    [352, 376].map((y) => `M0 ${y}H600`).join('') +
    [60, 180, 300, 420, 540].map((x) => `M${300 + (x - 300) * 0.8} 328L${x} 400`).join('')
  const lantern = random.chance(0.6)
    ? line('M470 0V62', mood.shade, 1.4) + rect(456, 62, 28, 34, mood.name === 'dusk' ? mood.lit : palette.accent, 8)
    : ''
  return (
    sky(mood, random) +
    horizon(mood, random, 330, true) +
    plantTree('round', [random.between(120, 480), 340], 1.3) +
    rect(0, 328, 600, 72, floor) +
    line(tiles, mix(floor, mood.shade, 0.14), 1.4) +
    boxes(bars, palette.accent) +
    rect(0, 224, 600, 10, palette.accent) +
    rect(0, 318, 600, 10, mix(palette.trim, mood.shade, 0.1)) +
    [random.between(20, 60), random.between(96, 140), random.between(430, 470), 520]
      .map((x, index) => place(x, 350 + (index % 2) * 8, pot(home.mood.leaves, palette.roof, index), 1))
      .join('') +
    place(random.between(210, 300), 356, chair(palette.second, palette.accent, mood.trunk)) +
    rect(0, 0, 600, 18, palette.trim) +
    rect(0, 18, 600, 5, mix(palette.trim, mood.shade, 0.2)) +
    lantern +
    rect(0, 0, 34, 400, palette.wall) +
    rect(34, 0, 6, 400, palette.wallShade)
  )
}

function chair(fabric: string, frame: string, wood: string): string {
  return (
    line('M8 0L22-44M84 0L70-44M14-2L2-74', wood, 4) +
    `<path d="M0-84Q-6-86-4-76L10-36H78Q86-36 84-44H24L10-82Q8-86 0-84z" fill="${fabric}"/>` +
    rect(26, -54, 44, 11, frame, 5)
  )
}
