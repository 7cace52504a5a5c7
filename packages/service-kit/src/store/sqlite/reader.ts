import type { Catalog } from './catalog.ts'
import type { Sql } from './conditions.ts'
import type { Connection } from './connection.ts'

/** The connection that reads in one go, and how to open another one for reading over many turns. */
export interface Reader {
  connection: Connection
  catalog: Catalog
  /** What every query asks first of each entry and document that it visits: nothing, unless someone counts them. */
  visit: Sql[]
  openAnother(): Connection
}
