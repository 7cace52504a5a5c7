import { tower } from './condo.ts'
import { facade, plainFacade } from './facade.ts'
import type { Home, Scene } from './home.ts'
import { houseBody } from './house.ts'
import type { Palette } from './palette.ts'
import { pickPalette } from './palette.ts'
import type { Random } from './random.ts'
import { rooftop } from './rooftop.ts'
import { car, horizon, lamp, rickshaw, road, sky } from './scenery.ts'
import { faint, line, mix, place, rect, short, stamp } from './svg.ts'
import { plantTree } from './trees.ts'

const BASE = 328

/** Pale neighbours, the home in full colour. */
export function street({ home, random }: Scene): string {
  const { mood } = home
  const own = random.integer(1, 2)
  let x = -30
  let row = ''
  for (let index = 0; x < 600; index += 1) {
    const w = random.between(142, 190)
    row += index === own ? ownHome(home, x, w, random) : neighbour(home, `n${index}`, x, w, random)
    x += w + 5
  }
  const parked = random.chance(0.5)
  return (
    sky(mood, random) +
    horizon(mood, random, BASE, true) +
    row +
    [random.between(30, 90), random.between(250, 330), random.between(500, 570)]
      .map((at) =>
        plantTree(random.pick(['round', 'neem', 'tall'] as const), [at, BASE + 6], random.between(0.9, 1.25)),
      )
      .join('') +
    road(mood, BASE) +
    wires(mood.shade, random) +
    lamp(mood, random.pick([180, 300, 440]), BASE + 8) +
    place(random.between(40, 220), BASE + 44, rickshaw(mood), 1.25) +
    (parked
      ? place(random.between(330, 480), BASE + 62, car(mood, home.palette.roof), 1.25)
      : place(random.between(350, 500), BASE + 46, bicycle(mood.shade)))
  )
}

function ownHome(home: Home, x: number, w: number, random: Random): string {
  const { property, palette } = home
  if (property === 'house') return place(x + w / 2 - 96, BASE - 212, houseBody(home, 30), 0.63)
  if (property === 'condo') {
    const shaft = { id: 'own', w: w - 50, h: 264, floors: 9, colour: palette.wall }
    return place(x + 25, BASE - shaft.h, tower(home, shaft, random))
  }
  const wall = { id: 'own', w, h: 216, floors: 5, bays: home.bays.slice(0, 4) }
  return place(x, BASE - wall.h, rooftop(home, w, random) + facade(home, wall, random))
}

function neighbour(home: Home, id: string, x: number, w: number, random: Random): string {
  const h = random.pick([112, 150, 188])
  const paper = home.mood.sky[1]
  const other = pickPalette(random, home.mood)
  const pale = (colour: string): string => mix(colour, paper, 0.42)
  const palette: Palette = {
    wall: pale(other.wall),
    wallShade: pale(other.wallShade),
    second: pale(other.second),
    trim: pale(other.trim),
    roof: pale(other.roof),
    accent: pale(other.accent),
  }
  const mood = { ...home.mood, glass: pale(home.mood.glass), lit: pale(home.mood.lit) }
  const muted: Home = { ...home, palette, mood, groundFloor: random.pick(['shops', 'door']) }
  const wall = { id, w, h, floors: Math.round(h / 38), bays: home.bays.slice(0, 3) }
  const tank = random.chance(0.5) ? stamp('tank', [random.between(10, w - 30), 0]) : ''
  const top = tank + rect(-2, -8, w + 4, 9, palette.trim)
  return place(x, BASE - h, top + plainFacade(muted, wall, random))
}

function wires(colour: string, random: Random): string {
  const y = random.between(196, 214)
  return faint(
    0.4,
    line(`M0 ${short(y)}Q90 ${short(y + 22)} 180 ${short(y + 6)}T440 ${short(y + 6)}T600 ${short(y - 4)}`, colour, 1.1),
  )
}

function bicycle(colour: string): string {
  const wheel = (x: number): string =>
    `<circle cx="${x}" cy="-12" r="11" fill="none" stroke="${colour}" stroke-width="2"/>`
  return (
    wheel(0) +
    wheel(44) +
    line('M0-12L14-32H36L44-12M14-32L24-12L36-32M24-12H0M36-32L34-40H40M14-32L11-37M7-37H16', colour, 2)
  )
}
