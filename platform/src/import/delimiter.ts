import { countKnown } from './columns.ts'
import { cellsOf } from './records.ts'

/** Lines of a header at most: more mean an unclosed quote. */
const MOST_LINES = 20

const DELIMITERS = [',', ';', '\t', '|'] as const

/** Returns the delimiter that yields the most recognised columns in the header; a comma if none does. */
export function delimiterOf(lines: readonly string[]): string {
  const known = DELIMITERS.map((delimiter) => {
    const cells = headerOf(lines, delimiter)
    return { delimiter, score: Array.isArray(cells) ? countKnown(cells) * 1000 + cells.length : 0 }
  })
  return known.reduce((best, next) => (next.score > best.score ? next : best)).delimiter
}

/** Joins lines while a quoted heading goes on. */
function headerOf(lines: readonly string[], delimiter: string): ReturnType<typeof cellsOf> {
  for (let count = 1; count <= Math.min(lines.length, MOST_LINES); count += 1) {
    const cells = cellsOf(lines.slice(0, count).join('\n'), delimiter, { strict: count > 1 })
    if (cells !== 'open') return cells
  }
  return 'open'
}
