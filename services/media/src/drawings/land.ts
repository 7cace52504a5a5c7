import type { Home, Scene } from './home.ts'
import type { Random } from './random.ts'
import { horizon, sky } from './scenery.ts'
import { circle, ellipse, faint, line, mix, type Point, path, place, polygon, rect, short, strokes } from './svg.ts'
import { plantTree, shrub, type Tree } from './trees.ts'

const CORNERS: readonly [Point, Point, Point, Point] = [
  [92, 372],
  [206, 276],
  [430, 276],
  [520, 372],
]

function field(home: Home, random: Random): string {
  const { mood } = home
  const near = mix(mood.ground, '#b98a55', random.between(0.1, 0.45))
  return (
    rect(0, 248, 600, 152, mood.ground) +
    path('M0 268Q220 240 600 262V284Q300 262 0 296z', mix(mood.ground, mood.leaves[1], 0.5)) +
    path(`M0 318Q260 286 600 312V400H0z`, near)
  )
}

export function landFront({ home, random }: Scene): string {
  const { mood, palette } = home
  const soil = mix(mood.ground, '#a8713f', random.between(0.35, 0.6))
  const furrows = [0.12, 0.28, 0.44, 0.6, 0.76, 0.9].map((t): readonly [Point, Point] => [
    [92 + 428 * t, 372],
    [206 + 224 * t, 276],
  ])
  const rope = `M${CORNERS.map(([x, y]) => `${x} ${y - 24}`).join('L')}z`
  const trees: readonly [Tree, ...Tree[]] = ['neem', 'palm', 'round', 'tall']
  return (
    sky(mood, random) +
    horizon(mood, random, 256, false) +
    field(home, random) +
    plantTree(random.pick(trees), [random.between(40, 110), 286], random.between(1.1, 1.6)) +
    plantTree(random.pick(trees), [random.between(480, 560), 282], random.between(1, 1.5)) +
    polygon(CORNERS, soil) +
    faint(0.3, strokes(furrows, mood.shade, 2.4)) +
    line(rope, palette.trim, 1.6) +
    CORNERS.map(
      ([x, y]) => rect(x - 4, y - 32, 8, 34, palette.trim, 2) + rect(x - 4, y - 32, 8, 8, palette.accent, 2),
    ).join('') +
    [random.between(10, 50), random.between(530, 570)]
      .map((x) => shrub([x, 392], 54, random.chance(0.5) ? '#e9b23c' : ''))
      .join('')
  )
}

/** A tree and a path. */
export function shade({ home, random }: Scene): string {
  const { mood, palette } = home
  const left = random.chance(0.5)
  const x = left ? 190 : 410
  return (
    sky(mood, random) +
    horizon(mood, random, 268, false) +
    rect(0, 262, 600, 138, mood.ground) +
    path(
      left ? 'M600 400Q420 330 470 262h26Q470 320 600 352z' : 'M0 400Q180 330 130 262h-26Q130 320 0 352z',
      mix(mood.ground, '#fff4dc', 0.5),
    ) +
    faint(0.16, ellipse(x + 20, 344, 150, 20, mood.shade)) +
    place(x, 344, bigTree(home)) +
    [30, 540].map((at) => shrub([at, 394], 62, palette.roof)).join('')
  )
}

function bigTree({ mood }: Home): string {
  const [leaf, light, dark] = mood.leaves
  return (
    path(
      'M-22 2Q-10-30-14-74L-52-128L-44-132L-8-98Q-4-130 4-150L12-148Q8-118 12-98L48-138L56-132L18-74Q16-30 28 2z',
      mood.trunk,
    ) +
    ellipse(-74, -160, 66, 46, dark) +
    ellipse(72, -158, 74, 48, dark) +
    ellipse(0, -206, 88, 56, leaf) +
    ellipse(-50, -180, 60, 44, leaf) +
    ellipse(54, -184, 62, 44, leaf) +
    ellipse(-26, -222, 42, 24, light) +
    ellipse(52, -206, 28, 16, light)
  )
}

/** A surveyor's plan, since a plot has no rooms. */
export function plan({ home, random }: Scene): string {
  const { mood, palette } = home
  const paper = '#faf5e9'
  const ink = '#8d9b94'
  const jitter = (): number => random.between(-22, 22)
  const plot: readonly Point[] = [
    [196 + jitter(), 110 + jitter()],
    [404 + jitter(), 96 + jitter()],
    [430 + jitter(), 286 + jitter()],
    [180 + jitter(), 296 + jitter()],
  ]
  const contour = (y: number): string =>
    `M0 ${short(y)}Q${short(140 + jitter())} ${short(y - 50 + jitter())} 300 ${short(y + jitter())}T600 ${short(y - 20)}`
  const neighbours =
    'M0 92L184 104M0 312L176 300M404 92L600 70M434 290L600 304M190 298L176 400M432 290L452 400M196 104L182 0M410 92L424 0'
  const trees = Array.from({ length: random.integer(5, 9) }, () =>
    circle(random.between(30, 570), random.between(30, 330), random.between(8, 15), mix(mood.leaves[1], paper, 0.4)),
  )
  return (
    rect(0, 0, 600, 400, paper) +
    faint(0.4, line([60, 130, 200, 270].map(contour).join(''), mood.leaves[1], 1.4)) +
    line(neighbours, '#d8d2c2', 2) +
    path(`M0 352Q${short(220 + jitter())} 334 600 358V392Q260 366 0 384z`, '#e5dcc6') +
    faint(
      0.7,
      `<path d="M0 368Q240 350 600 375" fill="none" stroke="#fff" stroke-width="2" stroke-dasharray="14 12"/>`,
    ) +
    trees.join('') +
    faint(0.18, polygon(plot, palette.accent)) +
    `<path d="M${plot.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}z" fill="none" stroke="${palette.accent}" stroke-width="3.5" stroke-dasharray="13 6"/>` +
    plot.map(([x, y]) => circle(x, y, 7, paper) + circle(x, y, 4.5, palette.accent)).join('') +
    circle(534, 62, 27, '#fffdf6') +
    path('M534 40L544 70L534 64L524 70z', palette.roof) +
    line('M40 364h96M40 359v10M88 360v8M136 359v10', ink, 2)
  )
}

export function countryRoad({ home, random }: Scene): string {
  const { mood } = home
  const bend = random.between(-120, 120)
  const tip = 300 + bend
  const row = [0.06, 0.22, 0.42, 0.68]
  const kinds: readonly [Tree, ...Tree[]] = ['neem', 'palm', 'tall']
  const [near, far] = [random.pick(kinds), random.pick(kinds)]
  const side = (t: number, sign: number): Point => [tip + (300 - tip) * t + sign * (26 + 240 * t), 262 + 120 * t]
  return (
    sky(mood, random) +
    horizon(mood, random, 264, false) +
    field(home, random) +
    path(
      `M${short(tip - 7)} 262Q${short(tip - 30)} 320 120 400H480Q${short(tip + 40)} 320 ${short(tip + 7)} 262z`,
      mood.road,
    ) +
    faint(0.7, line(`M${short(tip)} 270Q${short(tip + 2)} 320 300 400`, mood.kerb, 3)) +
    row
      .map((t) => plantTree(near, side(t, -1), 0.4 + t * 1.7) + plantTree(far, side(t + 0.06, 1), 0.4 + t * 1.6))
      .join('') +
    [40, 510].map((x) => shrub([x, 396], 60, '#e9b23c')).join('')
  )
}
