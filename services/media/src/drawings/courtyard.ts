import type { Home, Scene } from './home.ts'
import { sky } from './scenery.ts'
import { type Box, boxes, circle, faint, line, mix, path, place, polygon, rect, short } from './svg.ts'
import { plantTree, pot } from './trees.ts'

/** Arcade, tulsi on its plinth, open sky. */
export function courtyard({ home, random }: Scene): string {
  const { mood, palette } = home
  const floor = mix(palette.roof, '#f0dcc0', 0.62)
  const shade = mix(palette.wall, mood.shade, 0.32)
  const arch = (x: number): string =>
    home.arched ? `M${x} 300V196q0-46 44-52q44 6 44 52v104z` : `M${x} 300V156h88v144z`
  const openings = [40, 154, 268, 382, 496].map(arch).join('')
  const joints = [-120, 0, 100, 200, 300, 400, 500, 600, 720]
    .map((x) => `M${short(300 + (x - 300) * 0.62)} 300L${x} 400`)
    .join('')
  const rows = [316, 338, 366].map((y) => `M0 ${y}H600`).join('')
  return (
    sky(mood, random) +
    plantTree(random.pick(['palm', 'neem'] as const), [random.between(100, 500), 130], 1) +
    rect(0, 116, 600, 190, palette.wall) +
    path(openings, shade) +
    boxes(
      [61, 175, 403, 517].map((x): Box => ({ x, y: 212, w: 46, h: 60 })),
      mix(mood.lit, shade, 0.3),
    ) +
    rect(289, 186, 46, 114, palette.accent) +
    rect(0, 296, 600, 110, floor) +
    faint(0.35, line(joints + rows, mix(floor, mood.shade, 0.35), 1.4)) +
    polygon(
      [
        [-10, 124],
        [-10, 96],
        [610, 96],
        [610, 124],
      ],
      palette.roof,
    ) +
    faint(0.25, line('M0 106H600M0 115H600', mood.shade, 1.6)) +
    rect(0, 124, 600, 5, mix(palette.roof, mood.shade, 0.35)) +
    faint(
      0.14,
      polygon(
        [
          [0, 296],
          [600, 296],
          [600, 310],
          [0, 322],
        ],
        mood.shade,
      ),
    ) +
    tulsi(home) +
    [random.between(36, 90), random.between(440, 480), random.between(520, 560)]
      .map((x, index) => place(x, 340 + index * 14, pot(mood.leaves, palette.roof, index + random.integer(0, 2)), 1.2))
      .join('') +
    (random.chance(0.55) ? swing(home, random.chance(0.5) ? 104 : 420) : '')
  )
}

function tulsi({ mood, palette }: Home): string {
  return (
    faint(0.16, '<ellipse cx="304" cy="372" rx="74" ry="12"/>') +
    polygon(
      [
        [244, 372],
        [252, 346],
        [348, 346],
        [356, 372],
      ],
      palette.trim,
    ) +
    rect(264, 306, 72, 42, palette.trim) +
    rect(258, 298, 84, 10, mix(palette.trim, mood.shade, 0.14)) +
    path('M288 348v-20q12-16 24 0v20z', mix(palette.trim, mood.shade, 0.3)) +
    circle(300, 340, 3, '#f2a63b') +
    path(
      'M300 300Q262 292 268 258Q284 262 290 276Q286 244 300 234Q314 244 310 276Q316 262 332 258Q338 292 300 300z',
      mood.leaves[0],
    ) +
    path('M300 300Q288 276 300 246Q312 276 300 300z', mood.leaves[1])
  )
}

function swing({ mood, palette }: Home, x: number): string {
  return (
    line(`M${x} 128V282M${x + 92} 128V282`, mix(mood.trunk, mood.shade, 0.3), 2) +
    rect(x - 10, 280, 112, 9, mood.trunk, 3) +
    rect(x, 268, 40, 13, palette.accent, 6) +
    rect(x + 52, 268, 40, 13, palette.second, 6)
  )
}
