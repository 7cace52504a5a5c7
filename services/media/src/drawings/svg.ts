/** SVG as text, unescaped: all input comes from our own code, never from a URL. */

export type Point = readonly [x: number, y: number]

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** One decimal, none from 100 up: finer steps are invisible, and drawings are sent by the dozen. */
export function short(value: number): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 10) / 10
  return String(rounded)
}

/** A path if the corners are square: a third shorter than a `<rect>`. */
export function rect(x: number, y: number, w: number, h: number, fill: string, round = 0): string {
  if (round === 0) return path(`M${short(x)} ${short(y)}h${short(w)}v${short(h)}h${short(-w)}z`, fill)
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" rx="${short(round)}" fill="${fill}"/>`
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}"/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}"/>`
}

export function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`
}

export function polygon(points: readonly Point[], fill: string): string {
  return path(`M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}z`, fill)
}

export function line(d: string, stroke: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${short(width)}" stroke-linecap="round"/>`
}

/** Boxes of equal height become one path of thick strokes: ten bytes per box, where a `<rect>` takes sixty. */
export function boxes(list: readonly Box[], fill: string): string {
  const rows = new Map<number, Box[]>()
  for (const box of list) {
    const height = Math.round(box.h * 2) / 2
    rows.set(height, [...(rows.get(height) ?? []), box])
  }
  return [...rows].map(([height, row]) => strokedBoxes(height, row, fill)).join('')
}

function strokedBoxes(height: number, row: readonly Box[], fill: string): string {
  // In tenths, as written, so that rounded relative steps do not drift.
  let [penX, penY] = [0, 0]
  const tenths = (value: number): number => Math.round(value * 10)
  const d = row.map(({ x, y, w, h }) => {
    const [toX, toY, across] = [tenths(x), tenths(y + h / 2), tenths(w)]
    const step = `m${(toX - penX) / 10} ${(toY - penY) / 10}h${across / 10}`.replaceAll(' -', '-')
    penX = toX + across
    penY = toY
    return step
  })
  return `<path d="${d.join('')}" stroke="${fill}" stroke-width="${height}"/>`
}

export function strokes(list: readonly (readonly [Point, Point])[], stroke: string, width: number): string {
  if (list.length === 0) return ''
  const d = list.map(([[ax, ay], [bx, by]]) => `M${short(ax)} ${short(ay)}L${short(bx)} ${short(by)}`).join('')
  return line(d, stroke, width)
}

/** Reuses the content at each step down: a floor costs a few bytes. */
export function stack(id: string, content: string, steps: readonly number[]): string {
  const again = steps.map((y) => `<use href="#${id}" y="${short(y)}"/>`).join('')
  return `<g id="${id}">${content}</g>${again}`
}

/** A single shape carries the opacity itself; several need a group. */
export function faint(opacity: number, content: string): string {
  if (content.lastIndexOf('<') === 0) return content.replace('/>', ` opacity="${opacity}"/>`)
  return `<g opacity="${opacity}">${content}</g>`
}

export function place(x: number, y: number, content: string, scale = 1): string {
  const size = scale === 1 ? '' : ` scale(${Math.round(scale * 100) / 100})`
  return `<g transform="translate(${short(x)} ${short(y)})${size}">${content}</g>`
}

/** Places a shape of `stamps.ts`. */
export function stamp(name: string, [x, y]: Point, scale = 1): string {
  const size = scale === 1 ? '' : ` scale(${Math.round(scale * 100) / 100})`
  return `<use href="#${name}" transform="translate(${short(x)} ${short(y)})${size}"/>`
}

/** Blends two `#rrggbb` colours: 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const channel = (at: number): string => {
    const a = Number.parseInt(from.slice(at, at + 2), 16)
    const b = Number.parseInt(to.slice(at, at + 2), 16)
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}
