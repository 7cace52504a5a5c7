import { RICH_TEXT } from '@aangan/contracts/post-constants'
import type { RawDraftContentBlock, RawDraftContentState } from 'draft-js'
import { toHtml } from './to-html.ts'
import { type BlockKind, DEEPEST, isListItem, SAME_STYLE, type Style } from './vocabulary.ts'

/** Block kind by tag; null inherits the parent's. */
const KINDS: Record<string, BlockKind | null> = {
  h1: 'header-two',
  h2: 'header-two',
  h3: 'header-three',
  h4: 'header-four',
  h5: 'header-four',
  h6: 'header-four',
  blockquote: 'blockquote',
  ...Object.fromEntries(['p', 'div', 'li', 'ul', 'ol', 'pre', 'table', 'tr', 'td', 'th'].map((tag) => [tag, null])),
  ...Object.fromEntries(['section', 'article', 'header', 'footer', 'dl', 'dt', 'dd'].map((tag) => [tag, null])),
}

/** Elements whose text is dropped. */
const SILENT = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'textarea', 'select'])

interface Place {
  kind: BlockKind
  /** Nesting depth of lists. */
  lists: number
  styles: readonly Style[]
  link: number | null
  /** Whether whitespace counts as text rather than as source formatting between blocks. */
  inText: boolean
}

/** Whether the editor preserves `html`, apart from equivalent spellings. */
export function isHeld(html: string): boolean {
  return toHtml(fromHtml(html)) === SPELLINGS.reduce((text, [from, to]) => text.replaceAll(from, to), html)
}

const SPELLINGS: [RegExp, string][] = [
  [/ rel="[^"]*"/g, ''],
  [/<br ?\/>/g, '<br>'],
  [/(<\/?)b>/g, '$1strong>'],
  [/(<\/?)i>/g, '$1em>'],
  [/(<\/?)ins>/g, '$1u>'],
  [/(<\/?)del>/g, '$1s>'],
]

/** Converts HTML to editor content. Unsupported elements are reduced to their text. */
export function fromHtml(html: string): RawDraftContentState {
  // The page's Content-Security-Policy reports style attributes even in a detached document.
  const { body } = new DOMParser().parseFromString(html.replaceAll(STYLE, ''), 'text/html')
  const writer = createWriter()
  readNodes(body, ROOT, writer)
  return writer.content()
}

const STYLE = /\sstyle\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/gi

type Writer = ReturnType<typeof createWriter>

function readNodes(parent: Node, place: Place, writer: Writer): void {
  for (const node of parent.childNodes) {
    if (node instanceof Text) writer.write(node.data, place)
    else if (node instanceof Element) readElement(node, place, writer)
  }
}

function readElement(element: Element, place: Place, writer: Writer): void {
  const tag = element.localName
  if (SILENT.has(tag)) return
  if (tag === 'br') writer.breakLine(place)
  const isBlock = tag in KINDS
  if (isBlock) writer.endBlock()
  readNodes(element, placeIn(element, place, writer), writer)
  if (isBlock) writer.endBlock()
}

function placeIn(element: Element, place: Place, writer: Writer): Place {
  const tag = element.localName
  const style = SAME_STYLE[tag]
  if (style) return place.styles.includes(style) ? place : { ...place, styles: [...place.styles, style] }
  if (tag === 'a') return { ...place, link: writer.addLink(element.getAttribute('href')) ?? place.link }
  if (tag === 'ul') return { ...place, kind: 'unordered-list-item', lists: place.lists + 1, inText: false }
  if (tag === 'ol') return { ...place, kind: 'ordered-list-item', lists: place.lists + 1, inText: false }
  if (!(tag in KINDS)) return place
  const kind = isListItem(place.kind) ? place.kind : (KINDS[tag] ?? place.kind)
  return { ...place, kind, inText: true }
}

function createWriter() {
  const blocks: RawDraftContentBlock[] = []
  const entityMap: RawDraftContentState['entityMap'] = {}
  let block: RawDraftContentBlock | undefined
  let length = 0

  function begin({ kind, lists }: Place): RawDraftContentBlock {
    const depth = isListItem(kind) ? Math.min(lists - 1, DEEPEST) : 0
    const key = `b${blocks.length}`
    length = 0
    const begun = { key, text: '', type: kind, depth, inlineStyleRanges: [], entityRanges: [] }
    blocks.push(begun)
    return begun
  }

  function append(text: string, place: Place): void {
    block ??= begin(place)
    const range = { offset: length, length: Array.from(text).length }
    block.text += text
    length += range.length
    for (const style of place.styles) block.inlineStyleRanges.push({ ...range, style })
    if (place.link !== null) block.entityRanges.push({ ...range, key: place.link })
  }

  return {
    write(raw: string, place: Place): void {
      const text = withoutSourceLines(raw, block?.text ?? '')
      if (text !== '' && (block || place.inText || text.trim() !== '')) append(text, place)
    },
    breakLine: (place: Place) => append('\n', place),
    endBlock: () => {
      block = undefined
    },
    /** Returns the entity key, or null for a scheme that is not allowed. */
    addLink(url: string | null): number | null {
      if (url === null || !SCHEME.test(url)) return null
      const key = Object.keys(entityMap).length
      entityMap[key] = { type: 'LINK', mutability: 'MUTABLE', data: { url, targetOption: '_self' } }
      return key
    },
    content: (): RawDraftContentState => ({ blocks: blocks.length > 0 ? blocks : [begin(ROOT)], entityMap }),
  }
}

const ROOT: Place = { kind: 'unstyled', lists: 0, styles: [], link: null, inText: false }
const SCHEME = new RegExp(`^(${RICH_TEXT.schemes.join('|')}):`, 'i')

/** Collapses line breaks of the HTML source. The editor's own HTML has none, and its spaces are significant. */
function withoutSourceLines(text: string, before: string): string {
  if (!text.includes('\n')) return text
  const joined = text.replaceAll(/[ \t\r\n]+/g, ' ')
  return before === '' || /\s$/.test(before) ? joined.trimStart() : joined
}
