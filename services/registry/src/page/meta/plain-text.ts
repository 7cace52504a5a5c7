/** The only entities left after sanitising. */
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

export function plainText(html: string): string {
  return html
    .replace(/<\/?(?:b|strong|i|em|u|ins|s|del|a|code|span)(?:\s[^>]*)?>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:(amp|lt|gt|quot|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (_whole, name, decimal, hex) =>
      name ? (ENTITIES[name.toLowerCase()] ?? '') : character(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/\s+/g, ' ')
    .trim()
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/** At most `length` characters and an ellipsis, cut between words if possible. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const head = text.slice(0, length)
  const space = head.lastIndexOf(' ')
  // Never within a surrogate pair.
  const kept = space > length / 2 ? head.slice(0, space) : head.slice(0, -1).replace(/[\ud800-\udbff]$/, '')
  return `${kept.replace(/[\s,;:.·–-]+$/, '')}…`
}
