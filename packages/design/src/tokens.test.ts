import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** Foreground and background. `text` needs 4.5:1, `control` (borders, icons, large figures) 3:1. */
const pairs = {
  text: [
    ['ink', 'paper'],
    ['ink', 'card'],
    ['ink', 'sunk'],
    ['ink', 'accent-tint'],
    ['muted', 'paper'],
    ['muted', 'card'],
    ['muted', 'sunk'],
    ['accent', 'paper'],
    ['accent', 'card'],
    ['accent', 'sunk'],
    ['accent', 'accent-tint'],
    ['accent-hover', 'card'],
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
    ['on-marigold', 'marigold'],
    ['danger', 'paper'],
    ['danger', 'card'],
    ['danger', 'danger-tint'],
    ['success', 'paper'],
    ['success', 'card'],
  ],
  control: [
    ['edge', 'paper'],
    ['edge', 'card'],
  ],
} satisfies Record<string, [string, string][]>

function colours(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6});/g)].map((found) => [found[1] ?? '', found[2] ?? '']),
  )
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)')

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The sources of all rooms that run in the browser. */
function sources(): { path: string; text: string }[] {
  const rooms = readdirSync(ROOT).filter((name) => name.startsWith('mfe-'))
  return ['packages/remote', 'packages/design', 'packages/product', 'shell', ...rooms]
    .map((room) => join(ROOT, room, 'src'))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => /\.(css|tsx?)$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

describe('tokens', () => {
  it('are defined where a rule uses them: it would silently do without', () => {
    const all = sources()
    const defined = new Set(all.flatMap(({ text }) => text.match(/--[\w-]+(?=['"`]?[:,])/g) ?? []))
    const used = all
      .filter(({ path }) => path.endsWith('.css'))
      .flatMap(({ path, text }) => [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => ({ path, name })))
    expect(used.length).toBeGreaterThan(500)
    expect(used.filter(({ name }) => !defined.has(name))).toEqual([])
  })

  it('defines the same colours for light and dark', () => {
    expect([...colours(dark).keys()].sort()).toEqual([...colours(light).keys()].sort())
    expect(colours(light).size).toBeGreaterThan(10)
  })

  it('computes the contrast ratio', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 1)
  })

  for (const [scheme, block] of Object.entries({ light, dark })) {
    const set = colours(block)
    for (const [kind, least] of [
      ['text', 4.5],
      ['control', 3],
    ] as const) {
      it.each(pairs[kind])(`${scheme}: %s on %s is at least ${least}:1`, (front, back) => {
        expect(contrast(set.get(front) ?? '', set.get(back) ?? '')).toBeGreaterThanOrEqual(least)
      })
    }
  }
})
