import type { RawDraftContentState } from 'draft-js'
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { type Declarations, declarationsOf } from './read/declarations.ts'
import { attributeOf, isBlock, isElement, isHidden, isTablePart, isText } from './read/elements.ts'
import { emojiOf } from './read/emoji.ts'
import { type Formatting, formattingIn, ROOT } from './read/formatting.ts'
import { isOneLine } from './read/table-row.ts'
import { takeWordItem } from './read/word-lists.ts'
import { createWriter, type Writer } from './read/writer.ts'

/**
 * Converts HTML to editor content. Unsupported elements are reduced to their text; no visible word is lost. It is not
 * read by `DOMParser`, which reports each style attribute to the page's Content-Security-Policy.
 */
export function fromHtml(html: string): RawDraftContentState {
  const writer = createWriter()
  // Not recursive: pasted elements may be nested deeper than the call stack.
  const steps = stepsIn(parseFragment(html), ROOT)
  for (let step = steps.pop(); step; step = steps.pop()) {
    if (step === END_OF_BLOCK) writer.endBlock()
    else if (isText(step.node)) readText(step.node, step.formatting, writer)
    else if (isElement(step.node)) for (const next of readElement(step.node, step.formatting, writer)) steps.push(next)
  }
  return writer.content()
}

const END_OF_BLOCK = Symbol('end of block')
type Step = typeof END_OF_BLOCK | { node: Tree.ChildNode; formatting: Formatting }

/** Last first. */
function stepsIn(parent: Tree.ParentNode, formatting: Formatting): Step[] {
  return parent.childNodes.map((node) => ({ node, formatting })).reverse()
}

function readText(node: Tree.TextNode, formatting: Formatting, writer: Writer): void {
  const parent = node.parentNode
  const isFormatting = parent !== null && 'tagName' in parent && isTablePart(parent.tagName) && node.value.trim() === ''
  if (!isFormatting) writer.write(node.value, formatting)
}

function readElement(element: Tree.Element, parent: Formatting, writer: Writer): Step[] {
  const css = declarationsOf(attributeOf(element, 'style'))
  if (isHidden(element, css)) return []
  const tag = element.tagName
  if (tag === 'br') writer.breakLine(parent)
  if (tag === 'img') writer.write(emojiOf(attributeOf(element, 'alt')), parent)
  if (parent.inLine && CELLS.has(tag)) writer.separate(BETWEEN_CELLS)
  const isOwnBlock = !parent.inLine && (parent.makesBlocks || isBlock(tag, css))
  if (isOwnBlock) writer.endBlock()
  const inside = stepsIn(element, formattingOf(element, css, { parent, isOwnBlock, writer }))
  return isOwnBlock ? [END_OF_BLOCK, ...inside] : inside
}

const CELLS = new Set(['td', 'th'])
/** Wide, and not collapsed by browsers. */
const BETWEEN_CELLS = '\u2003'

interface Around {
  parent: Formatting
  isOwnBlock: boolean
  writer: Writer
}

function formattingOf(element: Tree.Element, css: Declarations, { parent, isOwnBlock, writer }: Around): Formatting {
  const tag = element.tagName
  const level = Number(attributeOf(element, 'aria-level') ?? attributeOf(element, 'data-aria-level')) || 0
  const wordItem = isOwnBlock && PARAGRAPHS.has(tag) ? takeWordItem(element, css) : null
  const inside = formattingIn({ tag, css, level, wordItem, isBlock: isOwnBlock }, parent)
  return {
    ...inside,
    link: tag === 'a' ? (writer.addLink(attributeOf(element, 'href')) ?? parent.link) : parent.link,
    inLine: parent.inLine || (tag === 'tr' && isOneLine(element)),
  }
}

const PARAGRAPHS = new Set(['p', 'div'])
