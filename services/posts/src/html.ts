import { foreignContent, type Token, Tokenizer, TokenizerMode } from 'parse5'
import { createHtmlWriter, type HtmlWriter } from './html-writer.ts'

/** Plain paragraphs, as imports write them, need no cleaning: parsing takes longer than the rest of a listing. */
const PARAGRAPHS = /^(<p>[^<>&]*<\/p>)*$/

/**
 * Reduces HTML to the form of `isRichText`, without losing a word that a browser would display. Its own output is
 * unchanged.
 *
 * Only tokens are read: misnested tags grow to a tree of a size that is quadratic in the text's.
 */
export function cleanHtml(html: string): string {
  if (PARAGRAPHS.test(html)) return html
  const writer = createHtmlWriter()
  const reader = createReader(writer, (mode) => {
    tokenizer.state = mode
  })
  const tokenizer: Tokenizer = new Tokenizer({}, reader)
  tokenizer.write(html, true)
  return writer.html()
}

type Mode = (typeof TokenizerMode)[keyof typeof TokenizerMode]

/** Elements whose content is no markup. */
const MODES: Record<string, Mode> = {
  ...Object.fromEntries(words('style xmp iframe noembed noframes noscript').map((tag) => [tag, TokenizerMode.RAWTEXT])),
  textarea: TokenizerMode.RCDATA,
  title: TokenizerMode.RCDATA,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
}

/** Browsers display other content instead. `xml` holds a word processor's settings. */
const REPLACED = new Set(words('datalist audio video canvas xml'))
/** Browsers never display their text. */
const SILENT = new Set([...words('script style title template noscript iframe noembed noframes'), ...REPLACED])
/** Their end tags end a replaced element, whose own may be missing: rather too many words than too few. */
const ENCLOSING = new Set(words('p li ul ol blockquote div section article td th tr table h1 h2 h3 h4 h5 h6'))

function createReader(writer: HtmlWriter, setMode: (mode: Mode) => void) {
  /** The outermost silent element, with the number of open elements of its name. */
  let silent: { tag: string; depth: number } | null = null
  let drawings = 0

  function write({ chars }: Token.CharacterToken): void {
    if (silent === null) writer.text(chars)
  }

  return {
    onStartTag(token: Token.TagToken): void {
      const { tagName: tag, attrs, selfClosing } = token
      if (foreignContent.causesExit(token)) drawings = 0
      const isDrawing = drawings > 0 || isForeign(tag)
      if (isForeign(tag) && !selfClosing) drawings += 1
      const mode = isDrawing ? undefined : MODES[tag]
      if (mode !== undefined) setMode(mode)
      if (silent?.tag === tag) silent.depth += 1
      if (silent !== null || (isDrawing && selfClosing)) return
      if (SILENT.has(tag)) silent = { tag, depth: 1 }
      else writer.start(tag, attrs)
    },
    onEndTag({ tagName: tag }: Token.TagToken): void {
      if (isForeign(tag)) drawings = Math.max(0, drawings - 1)
      if (silent !== null && REPLACED.has(silent.tag) && ENCLOSING.has(tag)) silent = null
      if (silent === null) writer.end(tag)
      else if (silent.tag === tag) {
        silent.depth -= 1
        if (silent.depth === 0) silent = null
      }
    },
    onCharacter: write,
    onWhitespaceCharacter: write,
    onNullCharacter: () => undefined,
    onComment: () => undefined,
    onDoctype: () => undefined,
    onEof: () => undefined,
  }
}

function isForeign(tag: string): boolean {
  return tag === 'svg' || tag === 'math'
}

function words(text: string): string[] {
  return text.split(' ')
}
