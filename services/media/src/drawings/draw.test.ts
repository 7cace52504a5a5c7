import { gzipSync } from 'node:zlib'
import { PROPERTIES } from '@aangan/contracts/post-constants'
import { describe, expect, it } from 'vitest'
import { drawHome, VIEW_COUNT } from './draw.ts'

const SEEDS = Array.from({ length: 40 }, (_, index) => `64b0c0ffee64b0c0ffee${String(index).padStart(4, '0')}`)
const VIEWS = Array.from({ length: VIEW_COUNT }, (_, view) => view)
const ALL = PROPERTIES.flatMap((property) =>
  VIEWS.flatMap((view) =>
    SEEDS.map((seed) => ({ name: `${property}/${seed}/${view}`, svg: drawHome(property, seed, view) })),
  ),
)

/** Throws unless tags are properly nested. Supports documents of elements only. */
function checkNesting(svg: string): void {
  const open: string[] = []
  const rest = svg.replace(
    /<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9:-]+="[^"<>&]*")*)(\/?)>/g,
    (_tag, closing, name, _rest, alone) => {
      if (closing && open.pop() !== name) throw new Error(`</${name}> closes nothing`)
      if (!closing && !alone) open.push(name)
      return ''
    },
  )
  if (open.length > 0) throw new Error(`<${open.join('> <')}> stays open`)
  if (rest.trim() !== '') throw new Error(`Not an element: ${rest.slice(0, 80)}`)
}

function idsOf(svg: string): string[] {
  return [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1] ?? '')
}

describe('drawings', () => {
  it('are well-formed, with internal references and unique ids', () => {
    for (const { name, svg } of ALL) {
      expect(() => checkNesting(svg), name).not.toThrow()
      const ids = idsOf(svg)
      expect(new Set(ids).size, name).toBe(ids.length)
      const references = [...svg.matchAll(/(?:href="|url\()([^")]+)/g)].map((match) => match[1] ?? '')
      for (const reference of references)
        expect(
          ids.map((id) => `#${id}`),
          name,
        ).toContain(reference)
    }
  })

  it('have no scripts, styles, URLs except the namespace, or NaN', () => {
    for (const { name, svg } of ALL) {
      expect(svg.replace('http://www.w3.org/2000/svg', ''), name).not.toMatch(
        /script|style|https?:|data:|NaN|undefined|Infinity/,
      )
    }
  })

  it('are below 9 kB, and below 3 kB compressed', () => {
    for (const { name, svg } of ALL) {
      expect(svg.length, name).toBeLessThan(9_000)
      expect(gzipSync(svg).length, name).toBeLessThan(3_000)
    }
  })

  it('depend only on their URL', () => {
    for (const property of PROPERTIES) expect(drawHome(property, 'a1', 4)).toBe(drawHome(property, 'a1', 4))
  })

  it('differ from listing to listing and from view to view', () => {
    const seen = new Map<string, string>()
    const repeated = ALL.filter(({ name, svg }) => seen.has(svg) || !seen.set(svg, name))
    expect(repeated.map(({ name, svg }) => `${name} = ${seen.get(svg)}`)).toEqual([])
  })

  it('refuse a view that does not exist', () => {
    expect(() => drawHome('land', 'a1', VIEW_COUNT)).toThrow(RangeError)
  })
})
