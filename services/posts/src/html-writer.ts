import { isBlock, isLinkTarget, RICH_TEXT, staysOpen } from '@aangan/contracts/text/rich-text'
import type { Token } from 'parse5'

const ALLOWED: ReadonlySet<string> = new Set(RICH_TEXT.tags)

/** Each means the same as an allowed one. */
const RENAMED = new Map([
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
  ['strike', 's'],
  ['menu', 'ul'],
  ['dir', 'ul'],
])

/** Elements that browsers display on lines of their own. */
const LINES = new Set(
  [
    'div dl dt dd pre xmp listing plaintext textarea address center hr body html',
    'section article aside header footer main nav search hgroup figure figcaption details summary dialog',
    'table caption thead tbody tfoot tr form fieldset legend select optgroup option foreignobject',
  ].flatMap((line) => line.split(' ')),
)
const CELLS = new Set(['td', 'th'])
/** Wide, and not collapsed by browsers. */
const BETWEEN_CELLS = '\u2003'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export type HtmlWriter = ReturnType<typeof createHtmlWriter>

/** Writes well-nested HTML of allowed tags. Of other tags only the line or cell remains that their text was in. */
export function createHtmlWriter() {
  let out = ''
  const open: string[] = []
  /** What separates the next text from text before it on the same line. */
  let gap = ''
  let hasText = false

  function newLine(): void {
    gap = ''
    hasText = false
  }

  function closeFrom(depth: number): void {
    while (open.length > depth) {
      const tag = open.pop() ?? ''
      out += `</${tag}>`
      if (isBlock(tag)) newLine()
    }
  }

  function breakLine(): void {
    out += '<br>'
    newLine()
  }

  function add(tag: string, attributes: readonly Token.Attribute[]): void {
    out += tag === 'a' ? anchor(attributes) : `<${tag}>`
    open.push(tag)
    if (isBlock(tag)) newLine()
  }

  function separate(tag: string): void {
    if (LINES.has(tag) || isBlock(tag)) gap = '<br>'
    else if (CELLS.has(tag)) gap ||= BETWEEN_CELLS
  }

  return {
    start(name: string, attributes: readonly Token.Attribute[]): void {
      const tag = RENAMED.get(name) ?? name
      if (ALLOWED.has(tag)) closeFrom(staysOpen(tag, open))
      if (tag === 'br') breakLine()
      // Of deeper elements only the text remains.
      else if (!ALLOWED.has(tag) || open.length >= RICH_TEXT.depth) separate(tag)
      else add(tag, attributes)
    },
    end(name: string): void {
      const tag = RENAMED.get(name) ?? name
      const at = open.lastIndexOf(tag)
      if (at >= 0) closeFrom(at)
      else if (tag === 'br') breakLine()
      else if (!CELLS.has(tag)) separate(tag)
    },
    text(chars: string): void {
      const isBlank = /^\s*$/.test(chars)
      if (isBlank && gap !== '') return
      if (hasText) out += gap
      gap = ''
      out += chars.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
      hasText ||= !isBlank
    },
    /** Ends the writing. */
    html(): string {
      closeFrom(0)
      return out
    },
  }
}

function anchor(attributes: readonly Token.Attribute[]): string {
  const href = attributes.find(({ name }) => name === 'href')?.value.trim() ?? ''
  const target = isLinkTarget(href) ? ` href="${escapeAttribute(href)}"` : ''
  return `<a${target} rel="${RICH_TEXT.rel}">`
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}
