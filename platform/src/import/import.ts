import { setImmediate as nextTurn } from 'node:timers/promises'
import { isBlank } from '@aangan/contracts/text/characters'
import type { ListingDoc, Owner } from '@aangan/posts/listing'
import type { PostStore } from '@aangan/posts/store'
import { AppError } from '@aangan/service-kit/errors'
import { BATCH_SIZE } from '@aangan/service-kit/writes/batches'
import { createBatches } from './batches.ts'
import { layoutOf } from './columns.ts'
import type { Counts } from './counts.ts'
import { delimiterOf } from './delimiter.ts'
import type { Layout, Mapping, Values } from './layout.ts'
import { type Line, readLines } from './lines.ts'
import { type CsvRecord, readRecords } from './records.ts'
import { type RefusedFile, refusedFile } from './refused-file.ts'
import { bytesOf, type SourceFile } from './source-file.ts'
import { createTally, type Tallied } from './tally.ts'
import { understand } from './understand.ts'

const ROWS_A_TURN = 10
/** Rows by which the meaning of a heading is judged. */
const SAMPLE = 100
/** Each waits for the disk three times, and shares that with the others. */
const BATCHES_AT_ONCE = 3

export interface ImportOptions {
  source: SourceFile
  mapping: Mapping
  set: Values
  owner: Owner
  /** Asked at the end: a change of the profile may have been handled before some of the listings were there. */
  ownerNow(): Promise<Owner | null>
  posts: PostStore
  refusedFolder: string
  now: () => Date
  /** Called after the columns are resolved, before the first row. */
  onStart(layout: Layout): void
  /** `share`: fraction of the file read so far. */
  onProgress(counts: Counts, share: number): void
  /** Polled after each row; true ends the import once the current batch is written. */
  stopped(): boolean
}

export interface Outcome extends Counts {
  refusedFile: string | null
  complete: boolean
  /** Optional cells that were not understood, and left out of their listing. */
  leftOut: Tallied[]
  /** Listings placed at the centre of their locality or city. */
  approximate: number
}

const REASONS = {
  repeat: 'the row is a duplicate of an earlier row in this file',
  removed: 'the listing of this row was removed from the site, and a removed listing is not added again',
}

interface Waiting {
  record: CsvRecord
  listing: ListingDoc
}

/**
 * Imports the rows of a CSV file as listings, in batches, also while the site is running. Refused rows are counted and
 * written to a file with their reasons; they never stop the import.
 * @throws BAD_REQUEST if its columns are unknown
 */
export async function importFile(options: ImportOptions): Promise<Outcome> {
  const { source, refusedFolder } = options
  const opened = await openRows(source, options)
  options.onStart(opened.layout)
  const refusals = refusedFile({
    source: source.path,
    folder: refusedFolder,
    header: opened.header.text,
    delimiter: opened.delimiter,
  })
  try {
    const outcome = await importRows(opened, refusals, options)
    await renewOwner(options)
    return outcome
  } finally {
    await refusals.close()
  }
}

async function renewOwner({ owner: { rev: before = 0 }, ownerNow, posts }: ImportOptions): Promise<void> {
  const owner = await ownerNow()
  if (owner?.rev !== undefined && owner.rev > before) await posts.renewOwner(owner, owner.rev)
}

interface Opened {
  header: CsvRecord
  delimiter: string
  layout: Layout
  rows: AsyncGenerator<CsvRecord>
  share: () => number
}

/** Resolves delimiter and columns; `rows` starts after the header. */
export async function openRows(
  source: SourceFile,
  { mapping, set }: Partial<Pick<ImportOptions, 'mapping' | 'set'>> = {},
): Promise<Opened> {
  const headLines = source.head.split(/\r\n|\n|\r/).filter((line) => !isBlank(line))
  // Excel states the delimiter in a line above the header: `sep=;`.
  const [, stated] = headLines[0]?.match(/^"?sep=(.)"?$/i) ?? []
  const delimiter = stated ?? delimiterOf(headLines)
  const { bytes, read } = bytesOf(source)
  const lines = readLines(bytes, source.newline)
  // Skip it before parsing: it has fewer cells than the rows.
  if (stated !== undefined) await skipLine(lines)
  const rows = readRecords(lines, delimiter)
  const first = await rows.next()
  if (first.done || first.value.problem !== null) {
    throw new AppError('BAD_REQUEST', `${source.path} has no header line: ${first.value?.problem ?? 'it is empty'}.`)
  }
  const sample = await firstOf(rows)
  const cells = sample.filter(({ problem }) => problem === null).map((record) => record.cells)
  const layout = layoutOf(first.value.cells, { ...(mapping && { mapping }), ...(set && { set }), sample: cells })
  return {
    header: first.value,
    delimiter,
    layout,
    rows: joined(sample, rows),
    share: () => read() / Math.max(1, source.size),
  }
}

async function firstOf(rows: AsyncGenerator<CsvRecord>): Promise<CsvRecord[]> {
  const first: CsvRecord[] = []
  while (first.length < SAMPLE) {
    const row = await rows.next()
    if (row.done) break
    first.push(row.value)
  }
  return first
}

async function* joined(first: CsvRecord[], rest: AsyncGenerator<CsvRecord>): AsyncGenerator<CsvRecord> {
  yield* first
  yield* rest
}

/** Skips the first line that is not blank. */
async function skipLine(lines: AsyncGenerator<Line>): Promise<void> {
  let line = await lines.next()
  while (!line.done && isBlank(line.value.text)) line = await lines.next()
}

async function importRows(
  { layout, rows, share }: Opened,
  refusals: RefusedFile,
  options: ImportOptions,
): Promise<Outcome> {
  const { posts, now } = options
  const counts: Counts = { read: 0, added: 0, alreadyThere: 0, refused: 0 }
  const batches = createBatches(posts, now)
  const leftOut = createTally()
  let approximate = 0
  let waiting = new Map<string, Waiting>()

  const refuse = async (record: CsvRecord, reason: string): Promise<void> => {
    counts.refused += 1
    await refusals.add({ line: record.line, reason, text: record.text })
  }
  const take = async (record: CsvRecord): Promise<void> => {
    const row = understand(record, layout, { owner: options.owner, now: now() })
    if ('reason' in row) return refuse(record, row.reason)
    const { listing } = row
    const earlier = waiting.get(listing._id)
    if (earlier) return refuse(record, `the row is a duplicate of line ${earlier.record.line}`)
    for (const { reason } of row.leftOut) leftOut.add(reason, record.line)
    if (listing.approximate) approximate += 1
    waiting.set(listing._id, { record, listing })
  }
  const unsettled: { ids: Set<string>; settle(): Promise<void> }[] = []
  const isUnsettled = (id: string) => unsettled.some(({ ids }) => ids.has(id))
  /** Returns before the batch is written: the next rows are read meanwhile. */
  const write = async (): Promise<void> => {
    const batch = [...waiting.values()]
    const ids = [...waiting.keys()]
    waiting = new Map()
    // Of two rows with one listing, the earlier one adds it.
    while (unsettled.length >= BATCHES_AT_ONCE || ids.some(isUnsettled)) await unsettled.shift()?.settle()
    const fates = batches.write(batch.map(({ listing }) => listing))
    // A failure is thrown by `settle`.
    fates.catch(() => undefined)
    const settle = async () => {
      for (const [index, fate] of (await fates).entries()) {
        const record = batch[index]?.record
        if (fate === 'added') counts.added += 1
        else if (fate === 'there') counts.alreadyThere += 1
        else if (record) await refuse(record, REASONS[fate])
      }
      options.onProgress(counts, share())
    }
    unsettled.push({ ids: new Set(ids), settle })
  }

  for await (const record of rows) {
    counts.read += 1
    await take(record)
    if (waiting.size >= BATCH_SIZE) await write()
    // Rows of one chunk arrive without a turn of the event loop, which the pending write needs.
    else if (counts.read % ROWS_A_TURN === 0) await nextTurn()
    if (options.stopped()) break
  }
  await write()
  for (const { settle } of unsettled) await settle()
  return {
    ...counts,
    refusedFile: refusals.path(),
    complete: !options.stopped(),
    leftOut: leftOut.entries(),
    approximate,
  }
}
