const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Plain text as HTML: a paragraph for each block of lines, a break for each further line. */
export function htmlOfText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeText(paragraph).replaceAll(/\s*\n\s*/g, '<br>')}</p>`)
    .join('')
}

/** The text of HTML, an empty line behind each block. */
export function textOfHtml(html: string): string {
  const lines = html
    .replaceAll('\n', ' ')
    .replaceAll(/<br ?\/?>/g, '\n')
    .replaceAll(/<\/(p|h\d|li|blockquote)>/g, '\n\n')
  const text = new DOMParser().parseFromString(lines, 'text/html').body.textContent ?? ''
  return text.replaceAll(/\n\s*\n/g, '\n\n').trim()
}

export function escapeText(text: string): string {
  return text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
}

export function escapeAttribute(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}
