import { RICH_TEXT } from '@aangan/contracts/post-constants'

/** A tag, or text up to the next one. */
const PIECE = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)(?: ?\/)?>|[^<>]+/y
const ATTRIBUTE = / ([a-z]+)="([^"]*)"/g
const SCHEME = new RegExp(`^(?:${RICH_TEXT.schemes.join('|')}):`, 'i')

/**
 * HTML in the one form in which posts keeps an owner's words: allowed tags, closed in order, with allowed attributes; a
 * link that leads nowhere outside loses its address. Null for any other: whoever sends that does not mean well. It takes
 * no document to find that out, so a server can.
 */
export function cleanHtml(html: string): string | null {
  const open: string[] = []
  const piece = new RegExp(PIECE)
  let clean = ''
  while (piece.lastIndex < html.length) {
    const [found, end, tag, attributes = ''] = piece.exec(html) ?? []
    if (found === undefined) return null
    if (tag === undefined) {
      clean += found
      continue
    }
    const kept = allowedAttributes(tag, attributes)
    if (kept === null || (end && (kept !== '' || open.pop() !== tag))) return null
    if (!end && tag !== 'br') open.push(tag)
    clean += `<${end}${tag}${kept}>`
  }
  return open.length === 0 ? clean : null
}

/** What is left of HTML without its tags. */
export function textOf(html: string): string {
  return html.replace(/<[^>]*>?/g, ' ')
}

/** Null where the tag, or one of them, is not allowed at all. */
function allowedAttributes(tag: string, attributes: string): string | null {
  if (!RICH_TEXT.tags.some((allowed) => allowed === tag)) return null
  const all = [...attributes.matchAll(ATTRIBUTE)]
  const allowed: readonly string[] = tag === 'a' ? RICH_TEXT.attributes.a : []
  if (!all.every(([, name = '']) => allowed.includes(name))) return null
  return all.flatMap(([whole, name, value = '']) => (name === 'href' && !SCHEME.test(value) ? [] : [whole])).join('')
}
