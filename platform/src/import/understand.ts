import type { ListingDoc, Owner } from '@aangan/posts/listing'
import { isAppError } from '@aangan/service-kit/errors'
import type { Layout } from './layout.ts'
import { listingOf } from './listing-of.ts'
import type { LeftOut } from './optional-cells.ts'
import type { CsvRecord } from './records.ts'
import { readRow } from './row.ts'

export type Understood = { listing: ListingDoc; leftOut: LeftOut[] } | { reason: string }

/** The listing of a row, or why it is refused. */
export function understand(record: CsvRecord, layout: Layout, origin: { owner: Owner; now: Date }): Understood {
  if (record.problem !== null) return { reason: record.problem }
  const row = readRow(record.cells, layout)
  if ('reason' in row) return row
  try {
    return { listing: listingOf(row.value, origin), leftOut: row.leftOut }
  } catch (error) {
    if (isAppError(error)) return { reason: error.message }
    throw error
  }
}
