import { type ImportOptions, openRows } from './import.ts'
import { inShort } from './in-short.ts'
import type { Layout } from './layout.ts'
import { createTally, type Tallied } from './tally.ts'
import { understand } from './understand.ts'

const SHOWN = 5
/** A check adds nothing, for nobody. */
const NOBODY = { id: '0'.repeat(24), username: 'nobody', avatar: null }

export interface Checked {
  layout: Layout
  /** What was understood of the first rows, or why they are refused. */
  first: { line: number; text: string }[]
  read: number
  /** Different listings; some may be on the site already. */
  listings: number
  refused: Tallied[]
  leftOut: Tallied[]
  approximate: number
  complete: boolean
}

/**
 * Reads a whole file as an import would, and writes nothing.
 * @throws BAD_REQUEST if its columns are unknown
 */
export async function checkFile(
  options: Pick<ImportOptions, 'source' | 'mapping' | 'set' | 'now' | 'stopped'>,
): Promise<Checked> {
  const { layout, rows } = await openRows(options.source, options)
  const [refused, leftOut] = [createTally(), createTally()]
  const first: Checked['first'] = []
  const lines = new Map<string, number>()
  let [read, approximate] = [0, 0]
  for await (const record of rows) {
    if (options.stopped()) break
    read += 1
    const { line } = record
    const row = understand(record, layout, { owner: NOBODY, now: options.now() })
    const earlier = 'listing' in row ? lines.get(row.listing._id) : undefined
    const reason = 'reason' in row ? row.reason : earlier && `the row is a duplicate of line ${earlier}`
    if (read <= SHOWN)
      first.push({ line, text: 'listing' in row && !reason ? inShort(row.listing) : `refused: ${reason}` })
    if (reason) refused.add(reason, line)
    if (reason || 'reason' in row) continue
    lines.set(row.listing._id, line)
    for (const left of row.leftOut) leftOut.add(left.reason, line)
    if (row.listing.approximate) approximate += 1
  }
  const found = { read, listings: lines.size, approximate, complete: !options.stopped() }
  return { layout, first, ...found, refused: refused.entries(), leftOut: leftOut.entries() }
}
