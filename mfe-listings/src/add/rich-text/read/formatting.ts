import { type BlockKind, isListItem } from '../vocabulary.ts'
import type { Declarations } from './declarations.ts'
import { KINDS, LISTS, makesBlocks } from './elements.ts'
import { type Look, lookOf, PLAIN } from './look.ts'
import type { WordItem } from './word-lists.ts'

/** What an element's ancestors and its own tag and style say about its text. */
export interface Formatting {
  kind: BlockKind
  /** Nesting depth of lists. */
  lists: number
  /** Shared by the paragraphs of a list item. */
  item: Item | null
  look: Look
  link: number | null
  /** Whether whitespace counts as text rather than as source formatting between blocks. */
  inText: boolean
  /** Whether its children become blocks, also inline ones. */
  makesBlocks: boolean
  /** Whether it is in a table row that is read as one line. */
  inLine: boolean
}

export interface Item {
  block?: unknown
}

export const ROOT: Formatting = {
  kind: 'unstyled',
  lists: 0,
  item: null,
  look: PLAIN,
  link: null,
  inText: false,
  makesBlocks: false,
  inLine: false,
}

interface Found {
  tag: string
  css: Declarations
  /** Of the element itself, by assistive technology's attributes. */
  level: number
  wordItem: WordItem | null
  isBlock: boolean
}

export function formattingIn(found: Found, parent: Formatting): Formatting {
  const { tag, css, isBlock } = found
  const look = lookOf(tag, css, parent.look)
  const formatting = { ...parent, look, makesBlocks: makesBlocks(css), inText: parent.inText || isBlock }
  const list = LISTS[tag]
  if (list) return { ...formatting, kind: list, lists: parent.lists + 1, item: null, inText: false }
  if (found.wordItem) return { ...formatting, kind: found.wordItem.kind, lists: found.wordItem.level, item: {} }
  if (tag === 'li') return { ...formatting, ...itemIn(parent, found.level), item: {} }
  return { ...formatting, kind: isListItem(parent.kind) ? parent.kind : (KINDS[tag] ?? parent.kind) }
}

/** Word and Google Docs state the level, and may put each item into a list of its own. */
function itemIn({ kind, lists }: Formatting, level: number): Pick<Formatting, 'kind' | 'lists'> {
  return { kind: isListItem(kind) ? kind : 'unordered-list-item', lists: Math.max(lists, level, 1) }
}
