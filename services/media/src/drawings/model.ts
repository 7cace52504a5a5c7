import { facade } from './facade.ts'
import type { Home, Scene } from './home.ts'
import type { Mood } from './palette.ts'
import type { Random } from './random.ts'
import { circle, ellipse, faint, mix, type Point, polygon, rect, short, stamp } from './svg.ts'

const COS = 0.866
const SIN = 0.5
const CENTRE: Point = [300, 246]

/** Isometric projection: x to the lower right, y to the lower left, z up. */
function project(x: number, y: number, z = 0): Point {
  return [CENTRE[0] + (x - y) * COS, CENTRE[1] + (x + y) * SIN - z]
}

interface Block {
  x: number
  y: number
  w: number
  d: number
  z: number
  h: number
}

/** A small model on a base, seen from above one corner. */
export function model(scene: Scene): string {
  const { home, random } = scene
  const { mood } = home
  const backdrop = mix(mood.sky[1], '#ffffff', 0.2)
  return (
    rect(0, 0, 600, 400, mood.sky[0]) +
    faint(0.75, circle(random.between(200, 400), random.between(150, 190), 190, backdrop)) +
    base(mood) +
    drive(home, random) +
    trees(random, false) +
    body(home, random) +
    trees(random, true)
  )
}

function base(mood: Mood): string {
  const soil = mix(mood.trunk, mood.ground, 0.35)
  const [w, e, s] = [project(-130, 130), project(130, -130), project(130, 130)]
  const edge = (a: Point, b: Point, colour: string): string =>
    polygon([a, b, [b[0], b[1] + 18], [a[0], a[1] + 18]], colour)
  return (
    faint(0.14, ellipse(300, 390, 226, 10, mood.shade)) +
    edge(w, s, soil) +
    edge(s, e, mix(soil, mood.shade, 0.25)) +
    polygon([project(-130, -130), e, s, w], mix(mood.ground, mood.leaves[1], 0.45))
  )
}

function drive({ palette, mood, property }: Home, random: Random): string {
  const paving = mix(palette.trim, mood.ground, 0.3)
  if (property === 'land') return ''
  const at = random.between(-20, 20)
  return polygon([project(at, 60), project(at + 28, 60), project(at + 28, 130), project(at, 130)], paving)
}

function trees(random: Random, front: boolean): string {
  const spots: readonly (readonly [number, number])[] = front
    ? [
        [112, 60],
        [108, 108],
        [-60, 116],
        [-104, 112],
      ]
    : [
        [-112, -60],
        [-108, -108],
        [-40, -114],
        [60, -112],
        [-112, 30],
      ]
  return spots
    .filter(() => random.chance(0.75))
    .map(([x, y]) => stamp('round', project(x, y), random.between(0.32, 0.54)))
    .join('')
}

function body(home: Home, random: Random): string {
  if (home.property === 'land') return plot(home, random)
  if (home.property === 'house') {
    const lower: Block = { x: -74, y: -66, w: 148, d: 132, z: 0, h: 54 }
    if (home.roof === 'tiled') return solid(home, lower, 1, random) + hip(home, lower, 54)
    const upper: Block = { x: -74, y: -66, w: 96, d: 132, z: 54, h: 48 }
    return (
      solid(home, lower, 1, random) +
      terrace(home, lower) +
      (home.floors === 2 ? solid(home, upper, 1, random) + terrace(home, upper) : '')
    )
  }
  if (home.property === 'condo') {
    const podium: Block = { x: -84, y: -84, w: 168, d: 168, z: 0, h: 26 }
    const shaft: Block = { x: -46, y: -60, w: 92, d: 100, z: 26, h: 158 }
    return solid(home, podium, 1, random) + terrace(home, podium) + solid(home, shaft, 8, random) + terrace(home, shaft)
  }
  const slab: Block = { x: -60, y: -78, w: 120, d: 156, z: 0, h: 27 * home.floors + 8 }
  return solid(home, slab, home.floors, random) + terrace(home, slab) + tank(home, slab)
}

/** Both visible walls carry the ordinary facade, skewed into place. */
function solid(home: Home, block: Block, floors: number, random: Random): string {
  const { x, y, w, d, z, h } = block
  const plain = {
    ...home,
    groundFloor: 'door' as const,
  }
  const count = (length: number): number => Math.max(2, Math.round(length / 38))
  const wall = (length: number, shaded: boolean): string =>
    facade(
      plain,
      { id: `${shaded ? 'e' : 'w'}${z}`, w: length, h, floors, bays: home.bays.slice(0, count(length)), shaded },
      random,
    )
  const shear = (sign: number, [px, py]: Point, content: string): string =>
    `<g transform="matrix(${COS} ${sign * SIN} 0 1 ${short(px)} ${short(py)})">${content}</g>`
  return shear(1, project(x, y + d, z + h), wall(w, false)) + shear(-1, project(x + w, y + d, z + h), wall(d, true))
}

function terrace({ palette, mood }: Home, { x, y, w, d, z, h }: Block): string {
  const top = z + h
  const floor = mix(palette.trim, mood.shade, 0.08)
  const ring = (inset: number, colour: string, lift: number): string =>
    polygon(
      [
        project(x + inset, y + inset, lift),
        project(x + w - inset, y + inset, lift),
        project(x + w - inset, y + d - inset, lift),
        project(x + inset, y + d - inset, lift),
      ],
      colour,
    )
  return ring(-3, palette.trim, top + 3) + ring(6, mix(floor, mood.shade, 0.14), top + 3) + ring(9, floor, top - 1)
}

function tank({ mood }: Home, { x, y, w, z, h }: Block): string {
  const [cx, cy] = project(x + w - 34, y + 36, z + h)
  const dark = mix('#3d4a4c', mood.light, 0.14)
  return (
    rect(cx - 11, cy - 22, 22, 22, dark, 3) +
    ellipse(cx, cy, 11, 5, dark) +
    ellipse(cx, cy - 22, 11, 5, mix(dark, '#ffffff', 0.2))
  )
}

function hip({ palette, mood }: Home, { x, y, w, d }: Block, z: number): string {
  const [over, rise] = [12, 62]
  const west = project(x - over, y + d + over, z)
  const south = project(x + w + over, y + d + over, z)
  const east = project(x + w + over, y - over, z)
  const north = project(x - over, y - over, z)
  const left = project(x + w * 0.5, y + d * 0.72, z + rise)
  const right = project(x + w * 0.5, y + d * 0.28, z + rise)
  const shaded = mix(palette.roof, mood.shade, 0.24)
  return (
    polygon([north, right, east], mix(palette.roof, mood.shade, 0.1)) +
    polygon([west, left, right, north], mix(palette.roof, '#ffffff', 0.08)) +
    polygon([west, south, left], palette.roof) +
    polygon([south, east, right, left], shaded)
  )
}

function plot({ palette, mood }: Home, random: Random): string {
  const soil = mix(mood.ground, '#a8713f', random.between(0.25, 0.5))
  const corners: readonly Point[] = [project(-90, -90), project(90, -90), project(90, 90), project(-90, 90)]
  const posts = corners.map(
    ([x, y]) => rect(x - 3, y - 26, 6, 27, palette.trim, 2) + rect(x - 3, y - 26, 6, 7, palette.accent, 2),
  )
  const rope = `<path d="M${corners.map(([x, y]) => `${short(x)} ${short(y - 18)}`).join('L')}z" fill="none" stroke="${palette.trim}" stroke-width="1.6"/>`
  return polygon(corners, soil) + rope + posts.join('')
}
