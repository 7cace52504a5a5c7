import type { RawDraftContentBlock, RawDraftContentState } from 'draft-js'
import { escapeAttribute, escapeText } from './plain-text.ts'
import { BLOCKS, type BlockKind, isListItem, STYLES, type Style } from './vocabulary.ts'

/** Returns HTML within the server's allowlist, without empty blocks. */
export function toHtml({ blocks, entityMap }: RawDraftContentState): string {
  const open: string[] = []
  let html = ''
  const close = (depth: number) => {
    while (open.length > depth) html += `</li></${open.pop()}>`
  }
  for (const block of blocks.filter(({ text }) => text.trim() !== '')) {
    const inner = inlineHtml(block, entityMap)
    const tag = BLOCKS[block.type as BlockKind] ?? 'p'
    if (!isListItem(block.type)) {
      close(0)
      html += `<${tag}>${inner}</${tag}>`
      continue
    }
    const depth = Math.min(block.depth, open.length)
    close(depth + 1)
    if (open.length > depth && open[depth] !== tag) close(depth)
    html += open.length > depth ? `</li><li>${inner}` : `<${tag}><li>${inner}`
    if (open.length === depth) open.push(tag)
  }
  close(0)
  return html
}

interface Sign {
  sign: string
  styles: Style[]
  link: number | null
}

/** Splits by code point, as the ranges count. */
function signsOf({ text, inlineStyleRanges, entityRanges }: RawDraftContentBlock): Sign[] {
  const signs: Sign[] = Array.from(text, (sign) => ({ sign, styles: [], link: null }))
  for (const style of Object.keys(STYLES) as Style[]) {
    for (const { offset, length } of inlineStyleRanges.filter((range) => range.style === style)) {
      for (const sign of signs.slice(offset, offset + length)) sign.styles.push(style)
    }
  }
  for (const { offset, length, key } of entityRanges) {
    for (const sign of signs.slice(offset, offset + length)) sign.link = key
  }
  return signs
}

function inlineHtml(block: RawDraftContentBlock, entities: RawDraftContentState['entityMap']): string {
  return runs(signsOf(block), ({ link }) => String(link))
    .map((run) => {
      const entity = entities[String(run[0]?.link)]
      const inner = runs(run, ({ styles }) => styles.join())
        .map(styledHtml)
        .join('')
      return entity?.type === 'LINK' ? `<a href="${escapeAttribute(String(entity.data.url))}">${inner}</a>` : inner
    })
    .join('')
}

function styledHtml(run: readonly Sign[]): string {
  const text = escapeText(run.map(({ sign }) => sign).join('')).replaceAll('\n', '<br>')
  return (run[0]?.styles ?? []).reduceRight((inner, style) => `<${STYLES[style]}>${inner}</${STYLES[style]}>`, text)
}

/** Groups adjacent characters with the same key. */
function runs(signs: readonly Sign[], keyOf: (sign: Sign) => string): Sign[][] {
  const all: Sign[][] = []
  for (const sign of signs) {
    const last = all.at(-1)
    if (last?.[0] && keyOf(last[0]) === keyOf(sign)) last.push(sign)
    else all.push([sign])
  }
  return all
}
