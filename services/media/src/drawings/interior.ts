import type { Home, Scene } from './home.ts'
import type { Random } from './random.ts'
import { horizon, sky } from './scenery.ts'
import { type Box, boxes, circle, ellipse, faint, line, mix, path, place, polygon, rect, short } from './svg.ts'
import { pot } from './trees.ts'

export function livingRoom({ home, random }: Scene): string {
  const { mood, palette } = home
  const wall = mix(palette.second, mood.name === 'dusk' ? '#e9c9a4' : '#fdf8ee', 0.6)
  const floor = mix(random.pick(['#c99b6d', '#b98258', '#d8c3a4', '#cfd0c4']), mood.light, mood.strength)
  const windowLeft = random.chance(0.5)
  const sofa = windowLeft ? 270 : 70
  return (
    view(home, random, windowLeft ? 52 : 378) +
    wallAround(wall, windowLeft ? 52 : 378) +
    windowFrame(home, windowLeft ? 52 : 378, wall) +
    rect(0, 306, 600, 94, floor) +
    floorPattern(floor, mood.shade, random) +
    rect(0, 299, 600, 8, mix(wall, '#ffffff', 0.55)) +
    faint(
      0.25,
      polygon(
        windowLeft
          ? [
              [60, 306],
              [214, 306],
              [330, 400],
              [90, 400],
            ]
          : [
              [386, 306],
              [540, 306],
              [510, 400],
              [270, 400],
            ],
        mood.sun,
      ),
    ) +
    art(home, random, sofa + 130) +
    ellipse(sofa + 130, 372, 190, 22, mix(palette.roof, '#fff3e0', 0.55)) +
    ellipse(sofa + 130, 372, 160, 16, mix(palette.roof, '#fff3e0', 0.35)) +
    place(sofa, 356, couch(palette.accent, palette.trim, palette.roof, mood.shade)) +
    (random.chance(0.5)
      ? place(windowLeft ? 232 : 360, 352, pot(mood.leaves, palette.roof, random.integer(0, 2)), 1.5)
      : place(windowLeft ? 232 : 356, 356, floorLamp(home))) +
    place(sofa + 84, 386, table(mood.trunk, palette.trim)) +
    fan(random.between(250, 350), mood.trunk)
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
  const { palette, mood, arched } = home
  const bars: Box[] = [
    { x, y: 70, w: 6, h: 230 },
    { x: x + 166, y: 70, w: 6, h: 230 },
    { x: x + 83, y: 70, w: 6, h: 230 },
    { x, y: 70, w: 172, h: 6 },
    { x, y: 128, w: 172, h: 5 },
  ]
  const corners = arched ? path(`M${x} 70h172v60q0-56-86-56t-86 56z`, wall) : ''
  const cloth = mix(palette.trim, palette.accent, 0.12)
  const curtain = (at: number): string => path(`M${at} 60h34q6 120-4 244h-26q-8-120-4-244z`, cloth)
  return (
    corners + boxes(bars, palette.trim) + rect(x - 30, 54, 232, 7, mood.trunk, 3) + curtain(x - 24) + curtain(x + 162)
  )
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

function couch(fabric: string, cushion: string, second: string, shade: string): string {
  const dark = mix(fabric, shade, 0.25)
  return (
    faint(0.18, ellipse(130, 2, 140, 9, shade)) +
    boxes(
      [
        { x: 16, y: -12, w: 8, h: 14 },
        { x: 236, y: -12, w: 8, h: 14 },
      ],
      '#6b4c38',
    ) +
    rect(14, -96, 232, 70, fabric, 14) +
    rect(20, -52, 110, 34, mix(fabric, '#ffffff', 0.1), 8) +
    rect(130, -52, 110, 34, mix(fabric, '#ffffff', 0.1), 8) +
    rect(10, -26, 240, 18, dark, 7) +
    rect(-2, -70, 28, 62, fabric, 12) +
    rect(234, -70, 28, 62, fabric, 12) +
    place(44, -84, rect(0, 0, 40, 38, cushion, 7)) +
    place(180, -84, rect(0, 0, 40, 38, second, 7))
  )
}

function art(home: Home, random: Random, x: number): string {
  const { palette, mood } = home
  const y = random.between(104, 118)
  if (random.chance(0.4)) {
    return [-52, 4, 60]
      .map(
        (dx, index) =>
          rect(x + dx - 24, y, 46, 62, mood.trunk) +
          rect(x + dx - 20, y + 4, 38, 54, '#fbf6ea') +
          (index === 1
            ? circle(x + dx - 1, y + 30, 12, palette.roof)
            : path(
                `M${short(x + dx - 14)} ${short(y + 52)}q12-40 26 0z`,
                index === 0 ? palette.accent : mood.leaves[0],
              )),
      )
      .join('')
  }
  return (
    rect(x - 62, y - 6, 124, 82, mood.trunk) +
    rect(x - 57, y - 1, 114, 72, '#fbf1dd') +
    circle(x + 22, y + 24, 12, '#f2a63b') +
    path(`M${short(x - 57)} ${short(y + 71)}v-20q30-30 58-8t56-4v32z`, palette.accent) +
    path(`M${short(x - 57)} ${short(y + 71)}v-8q40-16 114 0v8z`, mood.leaves[1])
  )
}

function floorLamp({ mood }: Home): string {
  const glow = mood.name === 'dusk' ? faint(0.3, circle(0, -150, 46, '#ffe2a3')) : ''
  return (
    glow +
    line('M0 0V-130M-16 0H16', mood.shade, 3) +
    path('M-18-168H18L28-130H-28z', mood.name === 'dusk' ? '#ffe9bd' : '#f5ead2')
  )
}

function table(wood: string, vase: string): string {
  return (
    line('M12 0L8-22M84 0L88-22', wood, 4) +
    rect(-4, -28, 104, 8, wood, 4) +
    rect(38, -44, 14, 17, vase, 5) +
    line('M45-44Q40-60 34-64M46-44Q50-60 58-62', '#6b8a62', 2)
  )
}

function fan(x: number, wood: string): string {
  return (
    line(`M${short(x)} 0V26`, wood, 3) +
    path(`M${short(x)} 28q-40-10-84-2q40 12 84 8q44 4 84-8q-44-8-84 2z`, mix(wood, '#ffffff', 0.25)) +
    ellipse(x, 31, 13, 8, wood)
  )
}
