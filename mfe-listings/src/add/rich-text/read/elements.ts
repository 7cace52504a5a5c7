import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { BlockKind } from '../vocabulary.ts'
import type { Declarations } from './declarations.ts'

/** Kinds of blocks by tag. */
export const KINDS: Record<string, BlockKind> = {
  h1: 'header-two',
  h2: 'header-two',
  h3: 'header-three',
  h4: 'header-four',
  h5: 'header-four',
  h6: 'header-four',
  blockquote: 'blockquote',
}

export const LISTS: Record<string, BlockKind> = {
  ul: 'unordered-list-item',
  menu: 'unordered-list-item',
  dir: 'unordered-list-item',
  ol: 'ordered-list-item',
}

const BLOCKS = new Set([
  ...Object.keys(KINDS),
  ...Object.keys(LISTS),
  ...words('p div li dl dt dd pre xmp listing plaintext textarea address center hr'),
  ...words('section article aside header footer main nav search hgroup figure figcaption details summary dialog'),
  ...words('table caption thead tbody tfoot tr td th'),
  ...words('form fieldset legend select optgroup option'),
])

/** Their text is never displayed. `xml` holds a word processor's settings. */
const SILENT = new Set([
  ...words('head title style script template noscript datalist xml'),
  ...words('iframe noframes noembed audio video canvas'),
])
const SILENT_DRAWING = new Set(words('title desc metadata style script'))

/** Whether whitespace between its children is formatting of the source. */
const TABLE_PARTS = new Set(words('table thead tbody tfoot tr'))

export function isElement(node: Tree.ChildNode): node is Tree.Element {
  return 'tagName' in node
}

export function isText(node: Tree.ChildNode): node is Tree.TextNode {
  return node.nodeName === '#text'
}

export function attributeOf(element: Tree.Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value
}

export function isTablePart(tag: string): boolean {
  return TABLE_PARTS.has(tag)
}

/** Whether a browser would not display the element nor anything in it. */
export function isHidden(element: Tree.Element, css: Declarations): boolean {
  const isDrawing = element.namespaceURI.endsWith('svg')
  if ((isDrawing ? SILENT_DRAWING : SILENT).has(element.tagName)) return true
  const display = css.get('display')
  if (display === 'none' || css.get('mso-hide') === 'all') return true
  return display === undefined && attributeOf(element, 'hidden') !== undefined
}

/** Whether text before and after it is on other lines. */
export function isBlock(tag: string, css: Declarations): boolean {
  const display = css.get('display')
  if (/^(block|flow-root|list-item|flex|grid|table)$/.test(display ?? '')) return true
  if (/^(left|right)$/.test(css.get('float') ?? '') || /^(absolute|fixed)$/.test(css.get('position') ?? '')) return true
  return BLOCKS.has(tag) && display !== 'inline' && display !== 'contents'
}

/** Whether children become blocks, also inline ones. */
export function makesBlocks(css: Declarations): boolean {
  return /^(inline-)?(flex|grid)$/.test(css.get('display') ?? '')
}

function words(text: string): string[] {
  return text.split(' ')
}
