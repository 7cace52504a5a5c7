import { SAME_STYLE, type Style } from '../vocabulary.ts'
import type { Declarations } from './declarations.ts'

/** Computed styles of text. */
export interface Look {
  /** 1 to 1000. */
  weight: number
  isItalic: boolean
  isUnderlined: boolean
  isStruck: boolean
  isVisible: boolean
  /** Whether line breaks of the source are shown. */
  keepsLines: boolean
  isLink: boolean
}

export const PLAIN: Look = {
  weight: 400,
  isItalic: false,
  isUnderlined: false,
  isStruck: false,
  isVisible: true,
  keepsLines: false,
  isLink: false,
}

const HEADING = /^h[1-6]$/
const PREFORMATTED = new Set(['pre', 'xmp', 'listing', 'plaintext', 'textarea'])

/** Returns the look of an element's text, by its tag's default and its own declarations. */
export function lookOf(tag: string, css: Declarations, parent: Look): Look {
  const byTag = SAME_STYLE[tag]
  const isLink = parent.isLink || tag === 'a'
  const lines = css.get('text-decoration') ?? css.get('text-decoration-line')
  const has = (line: string, style: Style) => lines?.includes(line) ?? byTag === style
  return {
    // A heading is bold by being a heading.
    weight: HEADING.test(tag) ? PLAIN.weight : weightOf(css, byTag === 'BOLD' ? 'bolder' : 'inherit', parent.weight),
    isItalic: isItalic(css, byTag === 'ITALIC', parent.isItalic),
    // Links are underlined anyway, and word processors repeat that in styles.
    isUnderlined: parent.isUnderlined || (isLink ? byTag === 'UNDERLINE' : has('underline', 'UNDERLINE')),
    isStruck: parent.isStruck || has('line-through', 'STRIKETHROUGH'),
    isVisible: isVisible(css.get('visibility'), parent.isVisible),
    keepsLines: keepsLines(css.get('white-space'), parent.keepsLines || PREFORMATTED.has(tag)),
    isLink,
  }
}

const BOLD_FROM = 600

export function stylesOf(look: Look): Style[] {
  const styles: [Style, boolean][] = [
    ['BOLD', look.weight >= BOLD_FROM],
    ['ITALIC', look.isItalic],
    ['UNDERLINE', look.isUnderlined],
    ['STRIKETHROUGH', look.isStruck],
  ]
  return styles.flatMap(([style, isOn]) => (isOn ? [style] : []))
}

function weightOf(css: Declarations, byTag: string, inherited: number): number {
  const declared = css.get('font-weight') ?? shorthand(css, WEIGHT, 'normal')
  return weighed(declared, inherited) ?? weighed(byTag, inherited) ?? inherited
}

/** By the table of "Relative weights" in CSS Fonts; null for an invalid value. */
function weighed(value: string | undefined, inherited: number): number | null {
  if (value === 'normal' || value === 'initial') return 400
  if (value === 'bold') return 700
  if (value === 'bolder') return inherited < 350 ? 400 : inherited < 550 ? 700 : 900
  if (value === 'lighter') return inherited < 550 ? 100 : inherited < 750 ? 400 : 700
  if (value === 'inherit' || value === 'unset') return inherited
  const number = Number(value)
  return number >= 1 && number <= 1000 ? number : null
}

function isItalic(css: Declarations, byTag: boolean, inherited: boolean): boolean {
  const declared = css.get('font-style') ?? shorthand(css, SLANT, 'normal')
  if (declared === undefined) return byTag || inherited
  if (declared === 'normal' || declared === 'initial') return false
  return SLANT.test(declared) || (declared === 'inherit' || declared === 'unset' ? inherited : byTag || inherited)
}

function isVisible(declared: string | undefined, inherited: boolean): boolean {
  if (declared === 'visible') return true
  return declared === 'hidden' || declared === 'collapse' ? false : inherited
}

function keepsLines(declared: string | undefined, inherited: boolean): boolean {
  if (declared === 'normal' || declared === 'nowrap') return false
  return /^(pre|break-spaces)/.test(declared ?? '') || inherited
}

const WEIGHT = /^(bold|bolder|lighter|[1-9]\d{0,2}|1000)$/
const SLANT = /^(italic|oblique)/

/** Returns what the `font` shorthand says before the size; it resets what it does not name. */
function shorthand(css: Declarations, wanted: RegExp, otherwise: string): string | undefined {
  const font = css.get('font')
  if (font === undefined || font === 'inherit') return undefined
  const parts = font.split(/\s+/)
  const size = parts.findIndex((part) => /^[\d.]+[a-z%]|small|large|medium/.test(part))
  return parts.slice(0, size < 0 ? 0 : size).find((part) => wanted.test(part)) ?? otherwise
}
