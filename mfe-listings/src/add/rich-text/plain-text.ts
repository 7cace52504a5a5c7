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

export function escapeText(text: string): string {
  return text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
}

export function escapeAttribute(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}
