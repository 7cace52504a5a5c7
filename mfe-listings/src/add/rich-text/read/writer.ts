import { isLinkTarget } from '@aangan/contracts/text/rich-text'
import type { RawDraftContentBlock, RawDraftContentState } from 'draft-js'
import { DEEPEST, isListItem } from '../vocabulary.ts'
import { type Formatting, ROOT } from './formatting.ts'
import { stylesOf } from './look.ts'

/** Returns a writer of the editor's content, block by block. */
export function createWriter() {
  const blocks: RawDraftContentBlock[] = []
  const entityMap: RawDraftContentState['entityMap'] = {}
  let block: RawDraftContentBlock | undefined
  let length = 0
  /** Written once more text of the block follows. */
  let pending: { space: string; formatting: Formatting } | undefined

  function begin({ kind, lists, item }: Formatting): RawDraftContentBlock {
    const depth = isListItem(kind) ? Math.min(lists - 1, DEEPEST) : 0
    const key = `b${blocks.length}`
    length = 0
    const begun = { key, text: '', type: kind, depth, inlineStyleRanges: [], entityRanges: [] }
    blocks.push(begun)
    if (item) item.block = begun
    return begun
  }

  function append(text: string, formatting: Formatting): void {
    const last = blocks.at(-1)
    const isNextParagraph = !block && last !== undefined && formatting.item?.block === last
    block ??= isNextParagraph ? last : begin(formatting)
    if (isNextParagraph) extend('\n', ROOT)
    if (pending && !/^\s/.test(text)) extend(pending.space, pending.formatting)
    pending = undefined
    extend(text, formatting)
  }

  function hold(space: string, formatting: Formatting): void {
    if (block && !/\s$/.test(block.text)) pending = { space, formatting }
  }

  function extend(text: string, { look, link }: Formatting): void {
    if (!block) return
    const range = { offset: length, length: Array.from(text).length }
    block.text += text
    length += range.length
    for (const style of stylesOf(look)) block.inlineStyleRanges.push({ ...range, style })
    if (link !== null) block.entityRanges.push({ ...range, key: link })
  }

  return {
    write(raw: string, formatting: Formatting): void {
      if (!formatting.look.isVisible) return
      // The editor's own HTML has no line breaks, and its spaces are significant.
      const isVerbatim = formatting.look.keepsLines || !raw.includes('\n')
      const text = isVerbatim ? raw : raw.replaceAll(SPACES, ' ').replaceAll(/^ | $/g, '')
      if (!isVerbatim && /^\s/.test(raw)) hold(' ', formatting)
      if (text !== '' && (block || formatting.inText || text.trim() !== '')) append(text, formatting)
      if (!isVerbatim && /\s$/.test(raw)) hold(' ', formatting)
    },
    /** Separates what follows in the same block. */
    separate: (space: string) => hold(space, ROOT),
    breakLine: (formatting: Formatting) => append('\n', formatting),
    endBlock(): void {
      block = undefined
      pending = undefined
    },
    /** Returns the entity key, or null for a scheme that is not allowed. */
    addLink(written: string | undefined): number | null {
      const url = written?.trim() ?? ''
      if (!isLinkTarget(url)) return null
      const key = Object.keys(entityMap).length
      entityMap[key] = { type: 'LINK', mutability: 'MUTABLE', data: { url, targetOption: '_self' } }
      return key
    },
    content: (): RawDraftContentState => ({ blocks: blocks.length > 0 ? blocks : [begin(ROOT)], entityMap }),
  }
}

export type Writer = ReturnType<typeof createWriter>

const SPACES = /[ \t\r\n\f]+/g
