import { isBlank } from '@aangan/contracts/text/characters'
import { CsvError, parse } from 'csv-parse/sync'
import type { Line } from './lines.ts'

/** A row of the file. Quoted line breaks may spread it over several lines; `line` is the first. */
export interface CsvRecord {
  line: number
  cells: string[]
  text: string
  problem: string | null
}

/** A quoted cell longer than these was never closed; only its first line is refused. */
const MAX_LINES = 200
const MAX_CHARACTERS = 100_000

interface OpenLine extends Line {
  quotes: number
}

/** Joins lines into rows and splits them into cells; the first row sets the width. Skips empty lines. */
export async function* readRecords(lines: AsyncIterable<Line>, delimiter: string): AsyncGenerator<CsvRecord> {
  const open: OpenLine[] = []
  let width: number | null = null
  for await (const line of lines) {
    open.push({ ...line, quotes: line.text.split('"').length - 1 })
    for (const record of takeRecords(open, { delimiter, width, atEnd: false })) {
      width ??= record.cells.length
      yield record
    }
  }
  yield* takeRecords(open, { delimiter, width, atEnd: true })
}

interface Shape {
  delimiter: string
  width: number | null
  atEnd: boolean
}

/** Removes the complete rows, and those that can never be completed, from the front of `open`. */
function* takeRecords(open: OpenLine[], shape: Shape): Generator<CsvRecord> {
  while (open[0] !== undefined) {
    const taken = takeRecord(open, shape)
    if (taken === 'open' && !shape.atEnd && mayBeClosed(open)) return
    if (taken === 'open' || taken === 'broken') yield neverClosed(open[0])
    else if (taken.record !== null) yield taken.record
    open.splice(0, typeof taken === 'string' ? 1 : taken.lines)
  }
}

type Taken = { record: CsvRecord | null; lines: number } | 'open' | 'broken'

/** Returns the first row and its number of lines; the record is null for an empty line, or one of empty cells. */
function takeRecord(open: OpenLine[], { delimiter, width }: Shape): Taken {
  let quotes = 0
  for (const [index, line] of open.entries()) {
    if (line.problem !== null && index > 0) return 'broken'
    if (line.problem !== null) return { record: { ...line, line: line.number, cells: [] }, lines: 1 }
    if (index === 0 && isBlank(line.text)) return { record: null, lines: 1 }
    quotes += line.quotes
    // With an odd number one is still open. Parsing anyway, once more for each line, would take seconds.
    if (index > 0 && quotes % 2 === 1) continue
    const text = index === 0 ? line.text : textOf(open.slice(0, index + 1))
    const cells = cellsOf(text, delimiter, { strict: index > 0 })
    // A stray quote must not swallow the rows after it, so a joined row needs the exact width; the header sets it.
    if (cells === 'broken' || (index > 0 && width !== null && Array.isArray(cells) && cells.length !== width))
      return 'broken'
    if (Array.isArray(cells) && cells.every(isBlank)) return { record: null, lines: index + 1 }
    if (cells !== 'open')
      return { record: { line: open[0]?.number ?? 0, cells, text, problem: null }, lines: index + 1 }
  }
  return 'open'
}

function textOf(lines: OpenLine[]): string {
  return lines.map(({ text }) => text).join('\n')
}

function mayBeClosed(open: OpenLine[]): boolean {
  return open.length < MAX_LINES && open.reduce((sum, { text }) => sum + text.length, 0) <= MAX_CHARACTERS
}

function neverClosed({ number, text }: Line): CsvRecord {
  return { line: number, cells: [], text, problem: 'a quote is never closed' }
}

/**
 * Splits a row into cells; 'open' if a quoted cell continues on the next line. Quotes inside an unquoted cell are
 * accepted unless `strict`.
 */
export function cellsOf(text: string, delimiter: string, { strict = false } = {}): string[] | 'open' | 'broken' {
  if (!text.includes('"')) return text.split(delimiter)
  try {
    return parse(text, { delimiter, relax_column_count: true, relax_quotes: !strict })[0] ?? []
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open' : 'broken'
  }
}
