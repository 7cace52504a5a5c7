import type { Font, GlyphRun } from 'fontkit'
import type { Typefaces, Weight } from './typefaces.ts'

export interface Style {
  weight: Weight
  /** Pixels. */
  size: number
  colour: string
}

interface Run {
  font: Font
  text: string
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Joiners and variation selectors: they affect other characters and need no glyph. */
const INVISIBLE = /^(?:\u200c|\u200d|[\ufe00-\ufe0f])$/

/** Renders text as outlines, so that the SVG renderer needs no fonts. */
export function createTypeSetter(typefaces: Typefaces) {
  /** Runs of one font; characters that no font has are dropped. */
  function runsOf(text: string, weight: Weight): Run[] {
    const runs: Run[] = []
    for (const { segment } of clusters.segment(text)) {
      const last = runs.at(-1)
      // A space stays in the current run, whatever its font.
      const font = segment === ' ' && last ? last.font : typefaces[weight].find((one) => hasAll(one, segment))
      if (!font) continue
      if (last?.font === font) last.text += segment
      else runs.push({ font, text: segment })
    }
    return runs
  }

  const layouts = new Map<Font, Map<string, GlyphRun>>()

  /** Cached: shaping takes most of the time, and every word is measured before it is drawn. */
  function layOut({ font, text }: Run): GlyphRun {
    const known = layouts.get(font) ?? new Map<string, GlyphRun>()
    layouts.set(font, known)
    const run = known.get(text) ?? font.layout(text)
    known.set(text, run)
    return run
  }

  function widthOf(text: string, { weight, size }: Pick<Style, 'weight' | 'size'>): number {
    const advances = runsOf(text, weight).map((run) => (layOut(run).advanceWidth * size) / run.font.unitsPerEm)
    return advances.reduce((sum, advance) => sum + advance, 0)
  }

  return {
    widthOf,

    /** Drops characters that no font has, and collapses spaces. */
    writable(text: string, weight: Weight): string {
      const kept = runsOf(text.replace(/\s+/g, ' '), weight).map((run) => run.text)
      return kept.join('').replace(/ +/g, ' ').trim()
    },

    /** SVG paths of one line; `x` is its left edge, `y` its baseline. */
    line(text: string, x: number, y: number, style: Style): string {
      let pen = x
      const paths: string[] = []
      for (const run of runsOf(text, style.weight)) {
        const scale = style.size / run.font.unitsPerEm
        const { glyphs, positions } = layOut(run)
        for (const [index, glyph] of glyphs.entries()) {
          const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {}
          const outline = glyph.path.toSVG()
          const at = `translate(${round(pen + xOffset * scale)} ${round(y - yOffset * scale)})`
          if (outline)
            paths.push(`<path transform="${at} scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${outline}"/>`)
          pen += xAdvance * scale
        }
      }
      return `<g fill="${style.colour}">${paths.join('')}</g>`
    },

    /** At most `most` lines of `width` pixels, ending in '…' if text is cut off. */
    wrap(text: string, width: number, most: number, style: Pick<Style, 'weight' | 'size'>): string[] {
      const room: Room = { width, widthOf: (part) => widthOf(part, style) }
      const lines: string[] = []
      let rest = text
      while (rest !== '' && lines.length < most) {
        const isLast = lines.length === most - 1
        const line = isLast ? shorten(rest, room) : breakLine(rest, room)
        lines.push(line)
        rest = isLast ? '' : rest.slice(line.length).trimStart()
      }
      return lines
    },

    /** Largest size from `least` to `most` at which the text fits one line of `width` pixels. */
    fit(text: string, width: number, { weight, most, least }: { weight: Weight; most: number; least: number }): number {
      const size = (most * width) / Math.max(width, widthOf(text, { weight, size: most }))
      return Math.max(least, Math.floor(size))
    },
  }
}

export type TypeSetter = ReturnType<typeof createTypeSetter>

function hasAll(font: Font, cluster: string): boolean {
  return [...cluster].every((one) => INVISIBLE.test(one) || font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0))
}

interface Room {
  /** Pixels. */
  width: number
  widthOf(text: string): number
}

/** Whole words; a word longer than the line is cut. */
function breakLine(text: string, { width, widthOf }: Room): string {
  const space = widthOf(' ')
  const words = text.split(' ')
  let taken = 0
  for (let used = 0; taken < words.length; taken += 1) {
    used += widthOf(words[taken] ?? '') + (taken > 0 ? space : 0)
    if (used > width) break
  }
  return taken > 0 ? words.slice(0, taken).join(' ') : longestOf(text, (head) => widthOf(head) <= width)
}

function shorten(text: string, { width, widthOf }: Room): string {
  const head = text.slice(0, LONGEST_LINE)
  if (head === text && widthOf(text) <= width) return text
  const kept = longestOf(head, (part) => widthOf(`${part.trimEnd()}…`) <= width)
  return `${kept.replace(/[\s,;:.·–-]+$/, '')}…`
}

/** No line holds more characters, so the rest is not measured. */
const LONGEST_LINE = 120

/** Longest prefix of whole graphemes that fits; at least one, so that wrapping makes progress. */
function longestOf(text: string, fits: (head: string) => boolean): string {
  const ends = [...clusters.segment(text.slice(0, LONGEST_LINE))].map(({ index, segment }) => index + segment.length)
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(text.slice(0, ends[middle]))) low = middle
    else high = middle - 1
  }
  return text.slice(0, ends[low])
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
