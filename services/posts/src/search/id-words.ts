/** An id's 24 hex digits as three 32-bit words. */
export type IdWords = readonly [number, number, number]

export function wordsOfId(id: string): IdWords {
  return [hex(id, 0), hex(id, 8), hex(id, 16)]
}

export function idOfWords([a, b, c]: IdWords): string {
  return text(a) + text(b) + text(c)
}

export function compareIds(a: IdWords, b: IdWords): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

function hex(id: string, from: number): number {
  return Number.parseInt(id.slice(from, from + 8), 16)
}

function text(word: number): string {
  return word.toString(16).padStart(8, '0')
}
