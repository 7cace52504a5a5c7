const BIDI = /[\u202a-\u202e\u2066-\u2069]/g
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Without bidi controls, which reorder the text around them: one address could read as another. */
export function withoutBidi(text: string): string {
  return text.replaceAll(BIDI, '')
}

export function hasBidi(text: string): boolean {
  return text.search(BIDI) !== -1
}

export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}
