import type { Mood } from './palette.ts'
import type { Random } from './random.ts'
import { circle, ellipse, faint, line, path, polygon, rect, short, stamp } from './svg.ts'

/** Fills the whole picture. */
export function sky(mood: Mood, random: Random): string {
  const [top, bottom] = mood.sky
  const gradient = `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".85" stop-color="${bottom}"/></linearGradient>`
  const x = random.between(70, 530)
  const y = mood.name === 'noon' ? random.between(50, 90) : random.between(110, 170)
  const sun = faint(0.35, circle(x, y, 52, mood.sun)) + circle(x, y, 30, mood.sun)
  return `<defs>${gradient}</defs>${rect(0, 0, 600, 400, 'url(#s)')}${sun}${clouds(mood, random)}${birds(mood, random)}`
}

function clouds(mood: Mood, random: Random): string {
  let drawn = ''
  for (let count = random.integer(1, 3); count > 0; count -= 1) {
    const x = random.between(20, 500)
    const y = random.between(36, 120)
    const w = random.between(60, 110)
    drawn += rect(x, y, w, 13, mood.sun, 7) + rect(x + w * 0.24, y - 10, w * 0.46, 16, mood.sun, 8)
  }
  return faint(mood.name === 'dusk' ? 0.28 : 0.6, drawn)
}

function birds(mood: Mood, random: Random): string {
  if (random.chance(0.45)) return ''
  const x = random.between(90, 450)
  const y = random.between(40, 90)
  const one = (dx: number, dy: number): string => `M${short(x + dx)} ${short(y + dy)}q4-5 8 0q4-5 8 0`
  return faint(0.5, line(one(0, 0) + one(24, 9) + one(40, -5), mood.shade, 1.4))
}

/** Distant hills or a skyline, standing on `base`. */
export function horizon(mood: Mood, random: Random, base: number, city: boolean): string {
  if (!city) {
    const [a, b] = [random.between(50, 90), random.between(40, 80)]
    const back = path(
      `M0 ${base}V${short(base - b)}Q150 ${short(base - a - 30)} 300 ${short(base - b)}T600 ${short(base - a)}V${base}z`,
      mood.far,
    )
    const front = path(
      `M0 ${base}V${short(base - 26)}Q180 ${short(base - b)} 340 ${short(base - 22)}T600 ${short(base - 34)}V${base}z`,
      mood.leaves[1],
    )
    return faint(0.75, back) + faint(0.55, front)
  }
  let d = `M0 ${base}`
  for (let x = 0; x < 600; ) {
    const w = random.integer(26, 62)
    d += `V${base - random.integer(40, 150)}h${w}`
    x += w
  }
  return faint(0.6, path(`${d}V${base}z`, mood.far))
}

export function wheel(): string {
  return circle(0, 0, 7.5, '#2a2a2c') + circle(0, 0, 3, '#b9b9b4')
}

/** 66 units long, wheels on y = 0. */
export function rickshaw(mood: Mood): string {
  return (
    faint(0.2, ellipse(34, 1, 36, 4, mood.shade)) +
    path('M3-8V-28Q3-33 9-33H46L60-22Q66-18 66-8z', '#2f7d4f') +
    path('M3-30L8-52Q9-57 15-57H42Q48-57 51-52L60-24H54L46-46H30V-30z', '#e9b23c') +
    path('M30-46H46L54-24H30z', mood.glass) +
    rect(10, -46, 14, 14, mood.shade, 2) +
    rect(3, -20, 60, 3, '#e9b23c') +
    stamp('wheel', [15, -7.5]) +
    stamp('wheel', [55, -7.5]) +
    circle(64, -16, 2, '#fff1c2')
  )
}

/** 74 units long, wheels on y = 0. */
export function car(mood: Mood, colour: string): string {
  return (
    faint(0.2, ellipse(37, 1, 40, 4, mood.shade)) +
    path('M2-8Q0-22 10-24L18-25Q26-40 36-40H48Q56-40 64-26Q74-24 74-14V-8z', colour) +
    path('M23-25Q28-35 35-36V-25zM39-36H47Q52-36 58-25H39z', mood.glass) +
    stamp('wheel', [18, -7.5]) +
    stamp('wheel', [57, -7.5])
  )
}

export function lamp(mood: Mood, x: number, base: number): string {
  const glow = mood.name === 'dusk' ? faint(0.35, circle(x + 20, base - 104, 17, '#ffe2a3')) : ''
  const pole = line(`M${short(x)} ${base}v-98q0-10 12-10h8`, mood.shade, 2.4)
  return pole + glow + rect(x + 12, base - 110, 14, 5, mood.name === 'dusk' ? '#ffe9bd' : mood.kerb, 2)
}

/** `top` is the upper edge of the pavement. */
export function road(mood: Mood, top: number): string {
  const dashes = [20, 140, 260, 380, 500].map((x) => `M${x} ${top + 52}h56`).join('')
  return (
    rect(0, top, 600, 400 - top, mood.kerb) +
    rect(0, top + 14, 600, 4, mood.road) +
    rect(0, top + 18, 600, 400 - top - 18, mood.road) +
    faint(0.55, line(dashes, mood.kerb, 3)) +
    faint(
      0.18,
      polygon(
        [
          [0, top + 18],
          [600, top + 18],
          [600, top + 23],
          [0, top + 23],
        ],
        mood.shade,
      ),
    )
  )
}
