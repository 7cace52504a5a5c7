/** Block kinds and their tags. List items are `li` in the given list. */
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

/** Inline styles and their tags, outermost first. */
export const STYLES = { BOLD: 'strong', ITALIC: 'em', UNDERLINE: 'u', STRIKETHROUGH: 's' } as const

export type Style = keyof typeof STYLES

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

/** The editor's nesting limit for lists. */
export const DEEPEST = 4

export function isListItem(kind: string): boolean {
  return kind.endsWith('list-item')
}
