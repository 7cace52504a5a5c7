import { countKnown } from './columns.ts'
import { cellsOf } from './records.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const

/** Returns the delimiter that yields the most recognised columns in the header line; a comma if none does. */
export function delimiterOf(headerLine: string): string {
  const known = DELIMITERS.map((delimiter) => {
    const cells = cellsOf(headerLine, delimiter)
    return { delimiter, score: Array.isArray(cells) ? countKnown(cells) * 1000 + cells.length : 0 }
  })
  return known.reduce((best, next) => (next.score > best.score ? next : best)).delimiter
}
