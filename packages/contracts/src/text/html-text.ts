const TAG = /<[^<>]*>/g
const ESCAPE = /&(?:[a-z]+|#\d+);/g
const SIGNS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Characters that a reader of sanitised HTML sees: without tags, and each escape is one. Line breaks are not counted. */
export function textLengthOf(html: string): number {
  return html.replace(TAG, '').replace(ESCAPE, '.').length
}

/** The text of HTML that is not of the form of `isRichText`, without what looks like a tag. */
export function textIn(html: string): string {
  return html.replace(TAG, ' ').replace(ESCAPE, (sign) => SIGNS[sign] ?? sign)
}
