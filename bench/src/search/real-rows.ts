import { fileURLToPath } from 'node:url'
import { openRows } from '@aangan/platform/import/import'
import { type Row, readRow } from '@aangan/platform/import/row'
import { inspect } from '@aangan/platform/import/source-file'

/** Real listings, 40,000 of them, which are no part of this repository: see bench/README. */
const REAL_FILE = fileURLToPath(new URL('../../../../shared/data/listings.csv', import.meta.url))

/**
 * All rows of the file of real listings that an import would take.
 * @throws NOT_FOUND where the file is not beside the repository.
 */
export async function readRealRows(): Promise<Row[]> {
  const { layout, rows } = await openRows(await inspect(REAL_FILE), {})
  const understood: Row[] = []
  for await (const { cells, problem } of rows) {
    if (problem !== null) continue
    const row = readRow(cells, layout)
    if ('value' in row) understood.push(row.value)
  }
  return understood
}
