/** The editor's kinds of blocks, with the tag of each. Those of lists are `li`, in the list that stands here. */
export const BLOCKS = {
  unstyled: 'p',
  'header-two': 'h2',
  'header-three': 'h3',
  'header-four': 'h4',
  blockquote: 'blockquote',
  'unordered-list-item': 'ul',
  'ordered-list-item': 'ol',
} as const

export type BlockKind = keyof typeof BLOCKS

/** The editor's styles, with the tag of each; the outermost first. */
export const STYLES = { BOLD: 'strong', ITALIC: 'em', UNDERLINE: 'u', STRIKETHROUGH: 's' } as const

export type Style = keyof typeof STYLES

/** Other tags that say the same. */
export const SAME_STYLE: Record<string, Style> = {
  strong: 'BOLD',
  b: 'BOLD',
  em: 'ITALIC',
  i: 'ITALIC',
  u: 'UNDERLINE',
  ins: 'UNDERLINE',
  s: 'STRIKETHROUGH',
  del: 'STRIKETHROUGH',
  strike: 'STRIKETHROUGH',
}

/** Lists in lists are as deep as the editor lets them be. */
export const DEEPEST = 4

export function isListItem(kind: string): boolean {
  return kind.endsWith('list-item')
}
