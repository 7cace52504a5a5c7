import type { Home, Scene } from './home.ts'
import { kerbside } from './kerbside.ts'
import { horizon, sky } from './scenery.ts'
import { type Box, boxes, circle, faint, line, mix, path, polygon, rect, short } from './svg.ts'
import { plantTree, shrub } from './trees.ts'

const BASE = 338

/** A house behind its compound wall: tiled roof and veranda, or two stacked volumes with a terrace. */
export function houseFront(scene: Scene): string {
  const { home, random } = scene
  const { mood, palette } = home
  const left = random.between(130, 170)
  const behind = random.pick(['palm', 'neem', 'round'] as const)
  return (
    sky(mood, random) +
    horizon(mood, random, BASE, false) +
    plantTree(behind, [left - 44, BASE], random.between(1.5, 2)) +
    plantTree(random.pick(['palm', 'tall', 'round'] as const), [left + 366, BASE], random.between(1.4, 1.9)) +
    houseBody(home, left) +
    compoundWall(home, left) +
    shrub([left - 66, BASE - 22], 90, random.pick(['#d9638a', palette.roof, '#e9b23c'])) +
    shrub([left + 318, BASE - 22], 70) +
    kerbside(scene, BASE, 0.2)
  )
}

/** About 310 units wide from `left`, standing on y = 340. */
export function houseBody(home: Home, left: number): string {
  return home.roof === 'tiled' ? tiled(home, left) : stacked(home, left)
}

function tiled({ palette, mood, floors, arched }: Home, left: number): string {
  const top = floors === 2 ? 158 : 214
  const upper =
    floors === 2
      ? rect(left + 60, top, 190, 70, palette.wall) +
        windows([left + 84, left + 138, left + 192], top + 18, 32, 38, palette.trim, mood.lit)
      : ''
  const gable = roofTiles(
    [
      [left + 34, top + 6],
      [left + 84, top - 52],
      [left + 226, top - 52],
      [left + 276, top + 6],
    ],
    palette.roof,
    mood.shade,
  )
  const pillars = [20, 92, 208, 280].map((x): Box => ({ x: left + x, y: 262, w: 10, h: 78 }))
  const arches = arched ? [30, 102, 218].map((x) => archway(left + x, x === 102 ? 106 : 62, palette.trim)).join('') : ''
  return (
    upper +
    (floors === 2 ? gable : '') +
    rect(left + 20, 240, 270, 100, palette.wall) +
    rect(left + 20, 262, 270, 78, mix(palette.wall, mood.shade, 0.16)) +
    windows([left + 42, left + 232], 278, 38, 40, palette.trim, mood.glass) +
    rect(left + 132, 272, 46, 68, palette.accent) +
    rect(left + 154, 272, 2, 68, mix(palette.accent, '#000000', 0.25)) +
    boxes(pillars, palette.trim) +
    arches +
    roofTiles(
      [
        [left - 14, 262],
        [left + 40, floors === 2 ? 222 : 176],
        [left + 270, floors === 2 ? 222 : 176],
        [left + 324, 262],
      ],
      palette.roof,
      mood.shade,
    )
  )
}

function archway(x: number, w: number, colour: string): string {
  const half = short(w / 2)
  return path(`M${short(x)} 262h${short(w)}v22q0-16-${half}-16t-${half} 16z`, colour)
}

function roofTiles(
  [a, b, c, d]: readonly [
    readonly [number, number],
    readonly [number, number],
    readonly [number, number],
    readonly [number, number],
  ],
  colour: string,
  shade: string,
): string {
  const courses = [0.3, 0.55, 0.8]
    .map(
      (t) =>
        `M${short(b[0] + (a[0] - b[0]) * t)} ${short(b[1] + (a[1] - b[1]) * t)}H${short(c[0] + (d[0] - c[0]) * t)}`,
    )
    .join('')
  return (
    polygon([a, b, c, d], colour) +
    faint(0.25, line(courses, shade, 1.6)) +
    rect(a[0], a[1], d[0] - a[0], 5, mix(colour, shade, 0.3)) +
    rect(b[0] - 4, b[1] - 4, c[0] - b[0] + 8, 6, mix(colour, shade, 0.2), 3)
  )
}

function stacked({ palette, mood, floors, railing }: Home, left: number): string {
  const lower = palette.second
  const wood = mix('#a9744c', mood.light, mood.strength)
  const slats = Array.from(
    { length: 6 },
    (_, index): Box => ({ x: left + 206 + index * 11, y: floors === 2 ? 166 : 250, w: 2, h: floors === 2 ? 74 : 90 }),
  )
  const upper =
    floors === 2
      ? rect(left + 84, 158, 206, 84, palette.wall) +
        rect(left + 74, 150, 226, 12, palette.trim) +
        windows([left + 104], 176, 78, 50, palette.trim, mood.lit) +
        rect(left + 200, 162, 72, 80, wood)
      : rect(left + 200, 246, 76, 94, wood)
  const guard =
    railing === 'glass'
      ? faint(0.55, rect(left + 4, 212, 82, 26, mood.glass))
      : rect(left + 4, 216, 82, 22, palette.accent)
  return (
    upper +
    (floors === 2 ? guard : '') +
    rect(left, 244, 310, 96, lower) +
    rect(left - 12, 236, 334, 12, palette.trim) +
    faint(0.16, rect(left, 248, 310, 8, mood.shade)) +
    (floors === 1 ? rect(left + 200, 248, 76, 92, wood) : '') +
    boxes(slats, mix(wood, mood.shade, 0.3)) +
    windows([left + 24], 268, 96, 46, palette.trim, mood.glass) +
    rect(left + 142, 264, 40, 76, palette.accent) +
    circle(left + 174, 304, 2.2, palette.trim) +
    (floors === 2 ? windows([left + 222], 270, 62, 44, palette.trim, mood.lit) : '')
  )
}

function windows(xs: readonly number[], y: number, w: number, h: number, frame: string, glass: string): string {
  const count = Math.max(2, Math.round(w / 24))
  const each = (w - 4) / count
  const panes = xs.flatMap((x) =>
    Array.from(
      { length: count },
      (_, index): Box => ({ x: x + 2 + index * each + 1, y: y + 3, w: each - 2, h: h - 6 }),
    ),
  )
  return (
    boxes(
      xs.map((x): Box => ({ x, y, w, h })),
      frame,
    ) + boxes(panes, glass)
  )
}

function compoundWall({ palette, mood }: Home, left: number): string {
  const gate = left + 128
  const bars = Array.from({ length: 9 }, (_, index): Box => ({ x: gate + 4 + index * 6.2, y: BASE - 40, w: 2, h: 40 }))
  return (
    rect(0, BASE - 26, gate - 8, 26, palette.trim) +
    rect(gate + 66, BASE - 26, 600, 26, palette.trim) +
    rect(0, BASE - 29, gate - 6, 4, palette.wallShade) +
    rect(gate + 64, BASE - 29, 600, 4, palette.wallShade) +
    boxes(
      [
        { x: gate - 10, y: BASE - 46, w: 12, h: 46 },
        { x: gate + 60, y: BASE - 46, w: 12, h: 46 },
      ],
      palette.wallShade,
    ) +
    boxes(bars, mix(palette.accent, mood.shade, 0.3))
  )
}
