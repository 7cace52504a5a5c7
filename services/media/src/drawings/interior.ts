import type { Home, Scene } from './home.ts'
import type { Random } from './random.ts'
import { horizon, sky } from './scenery.ts'
import { type Box, boxes, circle, ellipse, faint, line, mix, path, polygon, rect, short } from './svg.ts'

const FLOOR = 306

/** Empty, since the URL does not say whether the home is furnished: a window, and a doorway to the next room. */
export function room({ home, random }: Scene): string {
  const { mood, palette } = home
  const wall = mix(palette.second, mood.name === 'dusk' ? '#e9c9a4' : '#fdf8ee', 0.4)
  const floor = mix(random.pick(['#c99b6d', '#b98258', '#d8c3a4', '#cfd0c4']), mood.light, mood.strength)
  const windowLeft = random.chance(0.5)
  const window = windowLeft ? 72 : 356
  const skirting = mix(wall, '#ffffff', 0.55)
  return (
    view(home, random, window) +
    wallAround(wall, window) +
    windowFrame(home, window, wall) +
    rect(0, FLOOR, 600, 94, floor) +
    floorPattern(floor, mood.shade, random) +
    rect(0, FLOOR - 8, 600, 8, skirting) +
    faint(0.1, rect(0, 0, 600, 26, mood.shade)) +
    rect(0, 26, 600, 5, skirting) +
    faint(0.25, sunlight(windowLeft, mood.sun)) +
    doorway(home, wall, floor, windowLeft ? 372 : 96)
  )
}

function sunlight(fromLeft: boolean, colour: string): string {
  const xs = fromLeft ? [80, 236, 352, 110] : [364, 520, 490, 248]
  const [a = 0, b = 0, c = 0, d = 0] = xs
  return polygon(
    [
      [a, FLOOR],
      [b, FLOOR],
      [c, 400],
      [d, 400],
    ],
    colour,
  )
}

/** With an open door; the next room is brighter. */
function doorway({ palette, arched }: Home, wall: string, floor: string, x: number): string {
  const beyond = mix(wall, '#ffffff', 0.5)
  const top = arched ? 'v-130q0-66 66-66t66 66v130z' : 'v-190h132v190z'
  const inner = arched ? 'v-128q0-58 58-58t58 58v128z' : 'v-182h116v182z'
  return (
    path(`M${x} ${FLOOR}${top}`, palette.trim) +
    path(`M${x + 8} ${FLOOR}${inner}`, beyond) +
    rect(x + 8, FLOOR - 26, 116, 26, mix(floor, '#ffffff', 0.25)) +
    polygon(
      [
        [x + 8, FLOOR],
        [x + 8, arched ? 150 : 124],
        [x + 46, arched ? 138 : 142],
        [x + 46, FLOOR - 26],
      ],
      palette.accent,
    ) +
    circle(x + 40, 216, 2.6, palette.trim) +
    rect(x - 30, 208, 12, 18, palette.trim, 2)
  )
}

function view(home: Home, random: Random, x: number): string {
  return (
    sky(home.mood, random) +
    horizon(home.mood, random, 296, random.chance(0.6)) +
    ellipse(x + 40, 290, 56, 40, home.mood.leaves[0]) +
    ellipse(x + 118, 296, 50, 30, home.mood.leaves[2])
  )
}

/** One path with a hole, so that sky and trees need no clipping. */
function wallAround(wall: string, x: number): string {
  return `<path fill-rule="evenodd" d="M0 0H600V310H0zM${x} 70h172v230h-172z" fill="${wall}"/>`
}

function windowFrame(home: Home, x: number, wall: string): string {
  const { palette, arched } = home
  const bars: Box[] = [
    { x, y: 70, w: 6, h: 230 },
    { x: x + 166, y: 70, w: 6, h: 230 },
    { x: x + 83, y: 70, w: 6, h: 230 },
    { x, y: 70, w: 172, h: 6 },
    { x, y: 128, w: 172, h: 5 },
  ]
  const corners = arched ? path(`M${x} 70h172v60q0-56-86-56t-86 56z`, wall) : ''
  return corners + boxes(bars, palette.trim) + rect(x - 12, 298, 196, 9, palette.trim)
}

function floorPattern(floor: string, shade: string, random: Random): string {
  const colour = mix(floor, shade, 0.16)
  const rows = 'M0 326H600M0 354H600'
  if (random.chance(0.5))
    return line(
      `${rows}M80 306v20M260 306v20M440 306v20M160 326v28M360 326v28M540 326v28M60 354v46M290 354v46M480 354v46`,
      colour,
      1.4,
    )
  const joints = [-100, 40, 170, 300, 430, 560, 700]
    .map((x) => `M${short(300 + (x - 300) * 0.66)} 306L${x} 400`)
    .join('')
  return line(rows + joints, colour, 1.4)
}
