/** What a description's HTML may have; posts removes everything else when it is written, and browsers show no other. */
export const RICH_TEXT = {
  tags: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    'ins',
    's',
    'del',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'blockquote',
    'a',
  ],
  /** A link has this and `href`, if it leads anywhere; no other tag has attributes. */
  rel: 'nofollow noopener noreferrer ugc',
  /** Open elements at a time. */
  depth: 20,
} as const

const LISTS = ['ul', 'ol']
const HEADINGS = ['h2', 'h3', 'h4']
const BLOCKS = ['p', 'li', 'blockquote', ...LISTS, ...HEADINGS]

const TARGET = /^(?:https?|mailto|tel):/i

export function isBlock(tag: string): boolean {
  return BLOCKS.includes(tag)
}

/** Whether a link may lead there. */
export function isLinkTarget(href: string): boolean {
  return TARGET.test(href)
}

/**
 * How many of the open elements, outermost first, stay open when a tag begins: a browser closes the others, or an end tag
 * of theirs would end the wrong one.
 */
export function staysOpen(tag: string, open: readonly string[]): number {
  const list = open.findLastIndex((each) => LISTS.includes(each))
  const closed = open.findIndex((each, at) => isClosedBy(tag, each) && (each !== 'li' || at > list))
  return closed < 0 ? open.length : closed
}

function isClosedBy(tag: string, open: string): boolean {
  if (open === 'p') return isBlock(tag)
  if (HEADINGS.includes(open)) return HEADINGS.includes(tag)
  return (open === 'a' || open === 'li') && open === tag
}

const PLAIN_TAGS = RICH_TEXT.tags.filter((tag) => tag !== 'a' && tag !== 'br').join('|')
/** Text, a line break, an end tag, or a start tag. */
const PIECE = new RegExp(
  `[^<>]+|<br>|</(${PLAIN_TAGS}|a)>|<(?:(${PLAIN_TAGS})|(a)(?: href="([^<>"]*)")? rel="${RICH_TEXT.rel}")>`,
  'gy',
)
const UNKNOWN_ESCAPE = /&(?!(?:amp|lt|gt|quot);)/

/**
 * Whether HTML is of the one form that posts writes: a browser's parser makes of it just the elements that it names, in
 * their order, and leaves all elements around it as they are. Takes no document.
 */
export function isRichText(html: string): boolean {
  const open: string[] = []
  let end = 0
  for (const [piece, closed, tag, link, href] of html.matchAll(PIECE)) {
    const begun = tag ?? link
    if (closed !== undefined && open.pop() !== closed) return false
    if (href !== undefined && !isLinkTarget(href)) return false
    if (begun !== undefined && (staysOpen(begun, open) < open.length || open.push(begun) > RICH_TEXT.depth))
      return false
    end += piece.length
  }
  return end === html.length && open.length === 0 && !UNKNOWN_ESCAPE.test(html)
}
