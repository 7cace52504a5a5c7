import { countKnown } from './columns.ts'
import { cellsOf } from './records.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const

/** The delimiter that makes the most known columns out of a file's first line; a comma when none makes any. */
export function delimiterOf(headerLine: string): string {
  const known = DELIMITERS.map((delimiter) => {
    const cells = cellsOf(headerLine, delimiter)
    return { delimiter, score: Array.isArray(cells) ? countKnown(cells) * 1000 + cells.length : 0 }
  })
  return known.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}
