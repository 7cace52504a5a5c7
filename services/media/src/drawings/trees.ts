import type { Mood } from './palette.ts'
import { circle, ellipse, faint, type Point, path, rect, short, stamp, strokes } from './svg.ts'

export type Tree = 'round' | 'tall' | 'palm' | 'neem'

/** About 100 units high, the trunk at 0, 0. */
export const TREES: Record<Tree, (mood: Mood) => string> = { round, tall, palm, neem }

function trunk({ trunk: bark, shade }: Mood): string {
  return faint(0.16, ellipse(6, 0, 26, 4, shade)) + rect(-3, -44, 6, 44, bark, 2)
}

function round(mood: Mood): string {
  const [leaf, light, dark] = mood.leaves
  const side = path('M0-100a34 34 0 0 1 0 68a44 44 0 0 0 0-68z', dark)
  return trunk(mood) + circle(0, -66, 34, leaf) + side + circle(-10, -78, 12, light)
}

function tall(mood: Mood): string {
  const [leaf, , dark] = mood.leaves
  return trunk(mood) + ellipse(0, -62, 15, 50, leaf) + path('M0-112a15 50 0 0 1 0 100z', dark)
}

function neem(mood: Mood): string {
  const [leaf, light, dark] = mood.leaves
  const branches = strokes(
    [
      [
        [0, -30],
        [-20, -56],
      ],
      [
        [0, -36],
        [22, -60],
      ],
    ],
    mood.trunk,
    4,
  )
  const crown = ellipse(-22, -66, 30, 22, dark) + ellipse(22, -68, 32, 24, leaf) + ellipse(0, -84, 32, 24, leaf)
  return trunk(mood) + branches + crown + ellipse(-8, -92, 18, 11, light)
}

function palm(mood: Mood): string {
  const frond = ([x, y]: Point): string =>
    `M2-96Q${short(x * 0.45)} ${short(-108 + y * 0.2)} ${x} ${-96 + y}Q${short(x * 0.4)} ${short(-98 + y * 0.1)} 2-96`
  const fronds = (tips: readonly Point[]): string => tips.map(frond).join('')
  const low = fronds([
    [-44, 16],
    [46, 16],
    [-20, 36],
  ])
  const high = fronds([
    [-40, -8],
    [42, -10],
    [24, 34],
    [4, -34],
  ])
  return (
    faint(0.16, ellipse(6, 0, 26, 4, mood.shade)) +
    path('M-4 0Q-6-54 0-96L5-96Q0-52 4 0z', mood.trunk) +
    path(low, mood.leaves[2]) +
    path(high, mood.leaves[0])
  )
}

/** On y = 0, 100 units wide. */
export function bush(mood: Mood): string {
  return path('M0 0q0-42 30-38q20-24 40 0q30 0 30 38z', mood.leaves[2])
}

export function plantTree(kind: Tree, at: Point, scale: number): string {
  return stamp(kind, at, scale)
}

export function shrub([x, y]: Point, width: number, flower = ''): string {
  const leaves = stamp('bush', [x, y], width / 100)
  if (flower === '') return leaves
  const spots: readonly Point[] = [
    [0.25, 0.26],
    [0.45, 0.36],
    [0.62, 0.18],
    [0.78, 0.28],
    [0.4, 0.12],
  ]
  const size = Math.max(1.6, width * 0.045)
  return leaves + spots.map(([dx, dy]) => circle(x + width * dx, y - width * dy, size, flower)).join('')
}
