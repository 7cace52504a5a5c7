import type { NewStoreUrl } from './suite/collection.ts'
import { filterSuite } from './suite/filters.ts'
import { migrationSuite } from './suite/migrations.ts'
import { randomFilterSuite } from './suite/random-filters.ts'
import { uniqueSuite } from './suite/uniques.ts'
import { updateSuite } from './suite/updates.ts'
import { writeSuite } from './suite/writes.ts'

export function storeSuite(newUrl: NewStoreUrl): void {
  filterSuite(newUrl)
  randomFilterSuite(newUrl)
  updateSuite(newUrl)
  uniqueSuite(newUrl)
  writeSuite(newUrl)
  migrationSuite(newUrl)
}
