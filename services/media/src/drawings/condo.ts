import type { Home, Scene } from './home.ts'
import { kerbside } from './kerbside.ts'
import type { Random } from './random.ts'
import { horizon, sky } from './scenery.ts'
import { type Box, boxes, faint, line, mix, place, rect, short, stack } from './svg.ts'
import { plantTree } from './trees.ts'

const BASE = 342

/** A tower on a podium and a lower wing beside it. */
export function condoFront(scene: Scene): string {
  const { home, random } = scene
  const { mood, palette } = home
  const wide = random.between(136, 168)
  const left = random.between(150, 280)
  const wing = random.chance(0.5) ? left - 104 : left + wide - 8
  const wingTop = random.between(150, 200)
  return (
    sky(mood, random) +
    horizon(mood, random, BASE, true) +
    place(
      wing,
      wingTop,
      tower(
        home,
        { id: 'wing', w: 112, h: 316 - wingTop, floors: Math.round((316 - wingTop) / 24), colour: palette.second },
        random,
      ),
    ) +
    place(
      left,
      44,
      crown(home, wide) +
        tower(home, { id: 'main', w: wide, h: 272, floors: home.floors, colour: palette.wall }, random),
    ) +
    podium(home, Math.min(wing, left) - 34, wide + 190) +
    plantTree('palm', [Math.min(wing, left) - 56, BASE], 1.3) +
    plantTree('palm', [Math.min(wing, left) - 84, BASE], random.between(0.9, 1.1)) +
    plantTree(random.pick(['round', 'tall'] as const), [Math.max(wing + 112, left + wide) + 72, BASE], 1.2) +
    kerbside(scene, BASE, 0.16)
  )
}

export interface Tower {
  /** Element id of the repeated floor, unique within a drawing. */
  id: string
  w: number
  h: number
  floors: number
  colour: string
}

/** Top left corner at 0, 0. */
export function tower(home: Home, { id, w, h, floors, colour }: Tower, random: Random): string {
  const { mood, palette } = home
  const each = h / floors
  const reach = random.integer(2, 3)
  const panes = [0, 1, 2, 3, 4, 5].map(
    (pane): Box => ({ x: w * (0.06 + pane * 0.15), y: each * 0.22, w: w * 0.135, h: each * 0.62 }),
  )
  const all = Array.from({ length: floors }, (_, floor) => floor * each)
  const lit = all.flatMap((y) =>
    panes
      .filter(() => random.chance(mood.name === 'dusk' ? 0.45 : 0.18))
      .map((pane): Box => ({ ...pane, y: pane.y + y })),
  )
  const slabs = all.map((y, floor): Box => {
    const out = floor % reach === 0 ? 12 : 4
    return { x: -out, y: y + each * 0.88, w: w + out * 2, h: each * 0.16 }
  })
  const guards: Box[] = [
    { x: -4, y: each * 0.6, w: w * 0.3 + 6, h: each * 0.28 },
    { x: w * 0.68, y: each * 0.6, w: w * 0.32 + 4, h: each * 0.28 },
  ]
  return (
    rect(0, 0, w, h, colour) +
    stack(id, boxes(panes, mood.glass), all.slice(1)) +
    boxes(lit, mood.lit) +
    rect(w * 0.46, 0, w * 0.08, h, palette.accent) +
    faint(0.13, rect(w * 0.72, 0, w * 0.28, h, mood.shade)) +
    faint(0.45, stack(`${id}g`, boxes(guards, palette.trim), all.slice(1))) +
    boxes(slabs, palette.trim)
  )
}

function crown({ palette, mood }: Home, w: number): string {
  return (
    rect(w * 0.2, -22, w * 0.6, 22, palette.second) +
    rect(w * 0.12, -26, w * 0.76, 5, palette.trim) +
    line(`M${short(w * 0.5)}-26v-18`, mood.shade, 1.6)
  )
}

function podium({ palette, mood }: Home, x: number, w: number): string {
  const doors = Array.from(
    { length: Math.floor(w / 46) },
    (_, index): Box => ({ x: x + 14 + index * 45, y: 322, w: 34, h: 22 }),
  )
  return (
    rect(x, 312, w, 30, palette.trim) +
    boxes(doors, mood.lit) +
    rect(x - 6, 306, w + 12, 7, mix(palette.trim, mood.shade, 0.16))
  )
}
