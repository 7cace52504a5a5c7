const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Paragraphs are separated by blank lines; other line breaks become `<br>`. */
export function htmlOfText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeText(paragraph).replaceAll(/\s*\n\s*/g, '<br>')}</p>`)
    .join('')
}

/** Returns the text, with a blank line after each block. */
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
