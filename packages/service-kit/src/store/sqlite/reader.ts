import type { Catalog } from './catalog.ts'
import type { Connection } from './connection.ts'

/** The connection that reads in one go, and how to open another one for reading over many turns. */
export interface Reader {
  connection: Connection
  catalog: Catalog
  openAnother(): Connection
}
