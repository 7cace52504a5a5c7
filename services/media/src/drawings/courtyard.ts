import type { Scene } from './home.ts'
import { sky } from './scenery.ts'
import { type Box, boxes, faint, line, mix, path, polygon, rect, short } from './svg.ts'
import { plantTree } from './trees.ts'

/** The house behind an empty paved yard. */
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
    )
  )
}
