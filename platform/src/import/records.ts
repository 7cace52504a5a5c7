import { parse } from 'csv-parse/sync'
import type { Line } from './lines.ts'

/** A row of the file, which quoted line breaks may spread over several lines; `line` is its first. */
export interface CsvRecord {
  line: number
  cells: string[]
  text: string
  problem: string | null
}

/** A quoted cell that goes on for longer was never closed; only the line that opened it is lost. */
const MAX_LINES = 200

/** Joins lines into rows and cuts those into cells. Empty lines are left out. */
export async function* readRecords(lines: AsyncIterable<Line>, delimiter: string): AsyncGenerator<CsvRecord> {
  let open: Line[] = []
  for await (const line of lines) {
    open.push(line)
    yield* completeRecords(open, delimiter, false)
  }
  yield* completeRecords(open, delimiter, true)
  open = []
}

/** Takes every row that is complete off the front of `open`; `atEnd` no further line can complete one. */
function* completeRecords(open: Line[], delimiter: string, atEnd: boolean): Generator<CsvRecord> {
  while (open[0] !== undefined) {
    const taken = takeRecord(open, delimiter)
    if (taken === null && !atEnd && open.length < MAX_LINES && !open.at(-1)?.problem) return
    if (taken === null) yield neverClosed(open[0])
    else if (taken.record !== null) yield taken.record
    open.splice(0, taken?.lines ?? 1)
  }
}

/** The row that the lines begin with and how many lines it took; a null row is an empty line. Null while it is open. */
function takeRecord(open: Line[], delimiter: string): { record: CsvRecord | null; lines: number } | null {
  let text = ''
  for (const [index, line] of open.entries()) {
    if (line.problem !== null)
      return index === 0 ? { record: { line: line.number, cells: [], ...line }, lines: 1 } : null
    text = index === 0 ? line.text : `${text}\n${line.text}`
    if (index === 0 && text.trim() === '') return { record: null, lines: 1 }
    const cells = cellsOf(text, delimiter)
    if (cells !== null) return { record: { line: open[0]?.number ?? 0, cells, text, problem: null }, lines: index + 1 }
  }
  return null
}

function neverClosed({ number, text }: Line): CsvRecord {
  return { line: number, cells: [], text, problem: 'a quote is opened and never closed' }
}

/** The cells of one row, or null where a quoted cell is still open at its end. */
export function cellsOf(text: string, delimiter: string): string[] | null {
  if (!text.includes('"')) return text.split(delimiter)
  try {
    return parse(text, { delimiter, relax_column_count: true, relax_quotes: true })[0] ?? []
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED') return null
    throw error
  }
}
