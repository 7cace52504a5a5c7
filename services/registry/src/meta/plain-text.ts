/** All that a description's HTML can hold once it is cut to the allow-list and written out again. */
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** The words of a description without its markup, on one line. */
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

/** At most `length` characters, cut between words where it can be, and marked as cut. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const head = text.slice(0, length)
  const space = head.lastIndexOf(' ')
  // Not in the middle of a pair of surrogates, either.
  const kept = space > length / 2 ? head.slice(0, space) : head.slice(0, -1).replace(/[\ud800-\udbff]$/, '')
  return `${kept.replace(/[\s,;:.·–-]+$/, '')}…`
}
