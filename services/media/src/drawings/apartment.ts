import { facade } from './facade.ts'
import type { Home, Scene } from './home.ts'
import { kerbside } from './kerbside.ts'
import { rooftop } from './rooftop.ts'
import { horizon, sky } from './scenery.ts'
import { type Box, boxes, faint, line, mix, place, rect } from './svg.ts'
import { plantTree, shrub } from './trees.ts'

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

/** Empty, as is the room. */
export function balcony({ home, random }: Scene): string {
  const { mood, palette } = home
  const floor = mix(palette.second, mood.shade, 0.08)
  const tiles =
    [352, 376].map((y) => `M0 ${y}H600`).join('') +
    [60, 180, 300, 420, 540].map((x) => `M${300 + (x - 300) * 0.8} 328L${x} 400`).join('')
  return (
    sky(mood, random) +
    horizon(mood, random, 330, true) +
    plantTree('round', [random.between(120, 280), 340], 1.3) +
    plantTree(random.pick(['palm', 'neem', 'tall']), [random.between(330, 540), 340], random.between(1.2, 1.6)) +
    rect(0, 328, 600, 72, floor) +
    line(tiles, mix(floor, mood.shade, 0.14), 1.4) +
    guard(home) +
    rect(0, 224, 600, 10, palette.accent) +
    rect(0, 318, 600, 10, mix(palette.trim, mood.shade, 0.1)) +
    rect(0, 0, 600, 18, palette.trim) +
    rect(0, 18, 600, 5, mix(palette.trim, mood.shade, 0.2)) +
    rect(0, 0, 34, 400, palette.wall) +
    rect(34, 0, 6, 400, palette.wallShade)
  )
}

function guard({ railing, palette, mood }: Home): string {
  if (railing === 'solid') return rect(0, 234, 600, 86, palette.second)
  if (railing === 'glass') return faint(0.5, rect(0, 234, 600, 86, mix(mood.glass, '#ffffff', 0.35)))
  const bars = Array.from({ length: 29 }, (_, index): Box => ({ x: 14 + index * 20.4, y: 232, w: 3, h: 88 }))
  return boxes(bars, palette.accent)
}
