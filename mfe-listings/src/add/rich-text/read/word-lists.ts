import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { BlockKind } from '../vocabulary.ts'
import { type Declarations, declarationsOf } from './declarations.ts'
import { attributeOf, isElement, isText } from './elements.ts'

export interface WordItem {
  kind: BlockKind
  /** From 1. */
  level: number
}

/**
 * Word writes list items as paragraphs that begin with a bullet or number as text. Returns null for other paragraphs,
 * and else removes that text. The level is in the style `mso-list:l0 level2 lfo1`; without it, in the margin.
 */
export function takeWordItem(paragraph: Tree.Element, css: Declarations): WordItem | null {
  const level = /\blevel(\d)/.exec(css.get('mso-list') ?? '')?.[1]
  if (level === undefined && !LIST_CLASS.test(attributeOf(paragraph, 'class') ?? '')) return null
  const texts = textsIn(paragraph)
  const marker = markedBefore(texts, paragraph) ?? WRITTEN.exec(texts.map(({ value }) => value).join(''))?.[0]
  if (marker === undefined) return level === undefined ? null : { kind: UNORDERED, level: Number(level) }
  const sign = marker.replaceAll(SPACES, '')
  const kind = NUMBER.test(sign) ? 'ordered-list-item' : UNORDERED
  // Words of a heading such as "Step 1:" stay.
  if (kind === 'ordered-list-item' || !WORDS.test(sign)) cut(texts, marker.length)
  return { kind, level: Number(level ?? levelByMargin(css) ?? LEVEL_OF_SIGN[sign] ?? 1) }
}

const UNORDERED = 'unordered-list-item'
const LIST_CLASS = /\b(Mso)?List(Paragraph|Bullet|Number)/i

const SPACES = /[\s\u00a0]+/g
const NUMBER = /^\(?(\p{N}{1,3}|\p{L}|[ivxlc]+)([.)]|(\.\p{N}+)+[.)]?)$/iu
/** Letters that look like a bullet in a typeface of symbols. */
const SYMBOLS = 'ovqüØ§'
const WORDS = new RegExp(`^(?![${SYMBOLS}]$).*[\\p{L}\\p{N}]`, 'u')

/**
 * A bullet, or what could also be a word if a wide gap follows. Private-use characters are bullets in a typeface of
 * symbols.
 */
const WRITTEN = new RegExp(
  `^[\\s\\u00a0]*(?:[·•∙●○◦▪■□▫➢✓✔❖\\uf000-\\uf0ff][\\s\\u00a0]+|(?:[-–*${SYMBOLS}]|\\(?(?:\\d{1,3}|[a-z]|[ivxlc]+)(?:\\.\\d+)*[.)])(?:[\\s\\u00a0]*\\u00a0|[\\s]{2})[\\s\\u00a0]*)`,
  'i',
)

const LEVEL_OF_SIGN: Record<string, number> = { o: 2, '§': 3, '\uf0a7': 3 }

/** Text up to the end of the part with the style `mso-list:Ignore`. */
function markedBefore(texts: readonly Tree.TextNode[], paragraph: Tree.Element): string | undefined {
  const last = texts.findLastIndex((text) => isMarker(text.parentNode, paragraph))
  return last < 0
    ? undefined
    : texts
        .slice(0, last + 1)
        .map(({ value }) => value)
        .join('')
}

function isMarker(parent: Tree.ParentNode | null, paragraph: Tree.Element): boolean {
  for (let node = parent; node && node !== paragraph && 'attrs' in node; node = node.parentNode) {
    if (declarationsOf(attributeOf(node, 'style')).get('mso-list') === 'ignore') return true
  }
  return false
}

function cut(texts: readonly Tree.TextNode[], length: number): void {
  let left = length
  for (const text of texts) {
    const taken = Math.min(left, text.value.length)
    text.value = text.value.slice(taken)
    left -= taken
  }
}

function textsIn(element: Tree.Element): Tree.TextNode[] {
  const texts: Tree.TextNode[] = []
  const left: Tree.ChildNode[] = [element]
  for (let node = left.pop(); node; node = left.pop()) {
    if (isText(node)) texts.push(node)
    else if (isElement(node)) for (const child of [...node.childNodes].reverse()) left.push(child)
  }
  return texts
}

const UNITS_PER_LEVEL: Record<string, number> = { in: 0.5, pt: 36, px: 48, cm: 1.27, mm: 12.7 }

function levelByMargin(css: Declarations): number | null {
  const margin = css.get('margin-left') ?? css.get('margin')?.split(/\s+/)[3]
  const [, number, unit = ''] = /^([\d.]+)(in|pt|px|cm|mm)$/.exec(margin ?? '') ?? []
  const perLevel = UNITS_PER_LEVEL[unit]
  return perLevel === undefined ? null : Math.max(1, Math.round(Number(number) / perLevel))
}
