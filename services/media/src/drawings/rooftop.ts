import type { Home } from './home.ts'
import type { Random } from './random.ts'
import { boxes, ellipse, line, mix, rect, short, stamp } from './svg.ts'

/** Parapet, stair room, water tanks, sometimes washing; stands on y = 0. */
export function rooftop(home: Home, width: number, random: Random): string {
  const { palette, mood } = home
  const stair = random.between(0.12, 0.3) * width
  const tank = random.between(0.62, 0.84) * width
  const room =
    rect(stair, -30, 44, 30, palette.second) +
    rect(stair - 3, -33, 50, 5, palette.trim) +
    rect(stair + 26, -20, 10, 20, palette.accent)
  const washing = random.chance(0.4) ? washingLine(home, stair + 52, tank - 8) : ''
  return (
    room +
    washing +
    stamp('tank', [tank, 0]) +
    (random.chance(0.5) ? stamp('tank', [tank - 26, 0]) : '') +
    rect(-4, -9, width + 8, 11, palette.trim) +
    rect(-4, 0, width + 8, 2, mix(palette.trim, mood.shade, 0.25))
  )
}

/** Left edge at 0, standing on y = 0. */
export function waterTank({ mood }: Home): string {
  const dark = mix('#3d4a4c', mood.light, 0.14)
  const bands = boxes(
    [
      { x: 0, y: -26, w: 20, h: 1.4 },
      { x: 0, y: -20, w: 20, h: 1.4 },
    ],
    mix(dark, '#ffffff', 0.2),
  )
  return (
    rect(3, -14, 3, 6, dark) +
    rect(15, -14, 3, 6, dark) +
    rect(0, -33, 20, 21, dark, 4) +
    ellipse(10, -33, 7, 3, dark) +
    bands
  )
}

function washingLine(home: Home, from: number, to: number): string {
  if (to - from < 34) return ''
  const { palette, mood } = home
  const rope = line(`M${short(from)} -24Q${short((from + to) / 2)} -18 ${short(to)} -24`, mood.shade, 0.8)
  const cloth = [palette.accent, palette.trim, palette.roof].map((colour, index) =>
    rect(from + 5 + index * 9, -21, 7, 9 + (index % 2) * 3, colour),
  )
  return rope + cloth.join('')
}
