import { fileURLToPath } from 'node:url'
import { openRows } from '@aangan/platform/import/import'
import { type Row, readRow } from '@aangan/platform/import/row'
import { inspect } from '@aangan/platform/import/source-file'

/** 40,000 real listings, which are not part of this repository: see bench/README. */
const REAL_FILE = fileURLToPath(new URL('../../../../shared/data/listings.csv', import.meta.url))

/**
 * Returns all rows that an import would accept.
 * @throws NOT_FOUND if the file is not next to the repository
 */
export async function readRealRows(): Promise<Row[]> {
  const { layout, rows } = await openRows(await inspect(REAL_FILE))
  const understood: Row[] = []
  for await (const { cells, problem } of rows) {
    if (problem !== null) continue
    const row = readRow(cells, layout)
    if ('value' in row) understood.push(row.value)
  }
  return understood
}
