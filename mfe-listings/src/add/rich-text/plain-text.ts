import { severalLines } from '@aangan/contracts/text/characters'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Paragraphs are separated by blank lines; other line breaks become `<br>`. */
export function htmlOfText(text: string): string {
  return severalLines(text)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeText(paragraph).replaceAll(/\s*\n\s*/g, '<br>')}</p>`)
    .join('')
}

/** Returns the text of a stored description, with a blank line after each block. */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replaceAll('\n', ' '), 'text/html')
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n')
  for (const list of body.querySelectorAll('ul, ol')) list.before('\n\n')
  for (const block of body.querySelectorAll('p, h2, h3, h4, li, blockquote')) block.append('\n\n')
  return body.textContent.replaceAll(/\n\s*\n/g, '\n\n').trim()
}

export function escapeText(text: string): string {
  return text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
}

export function escapeAttribute(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}
