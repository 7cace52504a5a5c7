import type { Bay, Home } from './home.ts'
import type { Random } from './random.ts'
import { type Box, boxes, faint, mix, path, rect, short, stack } from './svg.ts'

/** Top left corner at 0, 0. */
export interface Wall {
  /** Element id of the repeated floor, unique within a drawing. */
  id: string
  w: number
  h: number
  /** Including the ground floor. */
  floors: number
  bays: readonly Bay[]
  /** Faces away from the sun. */
  shaded?: boolean
}

/** Boxes of one floor by kind, so that each colour becomes one path. */
interface Layers {
  recess: Box[]
  frame: Box[]
  glass: Box[]
  slab: Box[]
  rail: Box[]
}

export function facade(home: Home, wall: Wall, random: Random): string {
  const { palette, mood } = home
  const shadow = wall.shaded === true ? 0.16 : 0
  const colour = wall.shaded === true ? palette.wallShade : palette.wall
  const trim = mix(palette.trim, mood.shade, shadow)
  const height = wall.h / wall.floors
  const layers: Layers = { recess: [], frame: [], glass: [], slab: [], rail: [] }
  const width = wall.w / wall.bays.length
  wall.bays.forEach((bay, index) => {
    addBay(layers, bay, { x: index * width, y: 0, w: width, h: height })
  })
  const floor =
    boxes(layers.recess, mix(colour, mood.shade, 0.26)) +
    boxes(layers.frame, trim) +
    boxes(layers.glass, mood.glass) +
    boxes(layers.slab, trim) +
    railings(home, layers.rail)
  const upper =
    wall.floors > 1 ? stack(wall.id, floor, stepsBelow(wall, height)) + life(home, wall, layers, random) : ''
  return rect(0, 0, wall.w, wall.h, colour) + upper + groundFloor(home, wall, height, trim)
}

function stepsBelow(wall: Wall, height: number): number[] {
  return Array.from({ length: Math.max(0, wall.floors - 2) }, (_, index) => (index + 1) * height)
}

/** Differences between floors: lit windows. */
function life(home: Home, wall: Wall, layers: Layers, random: Random): string {
  const height = wall.h / wall.floors
  const lit: Box[] = []
  for (let floor = 0; floor < wall.floors - 1; floor += 1) {
    for (const pane of layers.glass) {
      const bottom = layers.rail.length > 0 && pane.h > height * 0.6 ? height * 0.36 : pane.h
      if (random.chance(home.mood.name === 'dusk' ? 0.4 : 0.16))
        lit.push({ ...pane, y: pane.y + floor * height, h: bottom })
    }
  }
  return boxes(lit, home.mood.lit)
}

function addBay(layers: Layers, bay: Bay, { x, y, w, h }: Box): void {
  if (bay === 'balcony') {
    layers.recess.push({ x: x + w * 0.1, y: y + h * 0.14, w: w * 0.8, h: h * 0.78 })
    const door = { y: y + h * 0.22, w: w * 0.26, h: h * 0.66 }
    layers.glass.push({ ...door, x: x + w * 0.22 }, { ...door, x: x + w * 0.52 })
    layers.slab.push({ x: x + w * 0.04, y: y + h * 0.9, w: w * 0.92, h: h * 0.09 })
    layers.rail.push({ x: x + w * 0.06, y: y + h * 0.58, w: w * 0.88, h: h * 0.32 })
    return
  }
  const tall = bay === 'tall'
  const glass = tall
    ? { x: x + w * 0.3, y: y + h * 0.16, w: w * 0.4, h: h * 0.74 }
    : { x: x + w * 0.25, y: y + h * 0.26, w: w * 0.5, h: h * 0.46 }
  layers.frame.push({ x: glass.x - 1.6, y: glass.y - 1.6, w: glass.w + 3.2, h: glass.h + 3.2 })
  layers.glass.push(
    { ...glass, w: glass.w / 2 - 0.6 },
    { ...glass, x: glass.x + glass.w / 2 + 0.6, w: glass.w / 2 - 0.6 },
  )
  // The chajja: a slab that keeps sun and monsoon off the window.
  if (!tall) layers.slab.push({ x: glass.x - w * 0.08, y: glass.y - h * 0.1, w: glass.w + w * 0.16, h: h * 0.06 })
}

function railings(home: Home, rails: readonly Box[]): string {
  if (rails.length === 0) return ''
  const { palette, mood } = home
  if (home.railing === 'solid') return boxes(rails, palette.second)
  if (home.railing === 'glass') return faint(0.6, boxes(rails, mix(mood.glass, '#ffffff', 0.35)))
  const top = rails.map((rail) => ({ ...rail, h: rail.h * 0.12 }))
  const bars = rails.map((rail) => `M${short(rail.x)} ${short(rail.y + rail.h / 2)}h${short(rail.w)}`).join('')
  const width = short((rails[0]?.h ?? 0) * 0.9)
  return `${boxes(top, palette.accent)}<path d="${bars}" stroke="${palette.accent}" stroke-width="${width}" stroke-dasharray="1.3 3.2"/>`
}

function groundFloor(home: Home, wall: Wall, height: number, trim: string): string {
  const { palette, mood } = home
  const top = wall.h - height
  const count = Math.max(2, Math.round(wall.w / 56))
  const each = wall.w / count
  const bays = Array.from({ length: count }, (_, index) => index * each)
  if (home.groundFloor === 'shops') {
    const fronts = bays.map((x) => ({ x: x + 4, y: top + height * 0.34, w: each - 8, h: height * 0.66 }))
    const awning = (x: number): string =>
      `M${short(x + 2)} ${short(top + height * 0.2)}h${short(each - 4)}l3 ${short(height * 0.24)}h${short(-each - 2)}z`
    const fabric = (odd: number): string =>
      bays
        .filter((_, index) => index % 2 === odd)
        .map(awning)
        .join('')
    return (
      boxes(fronts, mood.lit) +
      rect(0, top, wall.w, 4, trim) +
      path(fabric(0), palette.accent) +
      path(fabric(1), palette.roof)
    )
  }
  const windows = bays.filter((_, index) => index !== Math.floor(count / 2))
  const panes = windows.map((x) => ({ x: x + each * 0.22, y: top + height * 0.24, w: each * 0.56, h: height * 0.5 }))
  const door = Math.floor(count / 2) * each
  return (
    rect(0, top, wall.w, 4, trim) +
    boxes(
      panes.map((box) => ({ x: box.x - 2, y: box.y - 2, w: box.w + 4, h: box.h + 4 })),
      trim,
    ) +
    boxes(panes, mood.glass) +
    rect(door + each * 0.2, top + height * 0.22, each * 0.6, height * 0.78, palette.accent) +
    rect(door + each * 0.06, top + height * 0.1, each * 0.88, 4, trim)
  )
}

/** A neighbour's wall: only windows, above the ground floor. */
export function plainFacade(home: Home, wall: Wall, random: Random): string {
  const { palette, mood } = home
  const height = wall.h / wall.floors
  const bayWidth = wall.w / wall.bays.length
  const panes = wall.bays.map((bay, index): Box => {
    const share = bay === 'window' ? 0.4 : 0.6
    return { x: (index + 0.5 - share / 2) * bayWidth, y: 0.28 * height, w: bayWidth * share, h: height * 0.46 }
  })
  const lit = Array.from({ length: wall.floors - 1 }, (_, floor) =>
    panes.filter(() => random.chance(0.3)).map((pane): Box => ({ ...pane, y: pane.y + floor * height })),
  )
  return (
    rect(0, 0, wall.w, wall.h, palette.wall) +
    stack(wall.id, boxes(panes, mood.glass), stepsBelow(wall, height)) +
    boxes(lit.flat(), mood.lit) +
    groundFloor(home, wall, height, palette.trim)
  )
}
