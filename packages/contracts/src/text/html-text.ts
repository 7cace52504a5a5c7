const TAG = /<[^<>]*>/g
const ESCAPE = /&(?:[a-z]+|#\d+);/g

/** Characters that a reader of sanitised HTML sees: without tags, and each escape is one. Line breaks are not counted. */
export function textLengthOf(html: string): number {
  return html.replace(TAG, '').replace(ESCAPE, '.').length
}
