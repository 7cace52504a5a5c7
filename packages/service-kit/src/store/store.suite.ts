import { filterSuite } from './suite/filters.ts'
import { migrationSuite } from './suite/migrations.ts'
import type { NewPlace } from './suite/place.ts'
import { randomFilterSuite } from './suite/random-filters.ts'
import { uniqueSuite } from './suite/uniques.ts'
import { updateSuite } from './suite/updates.ts'
import { writeSuite } from './suite/writes.ts'

export function storeSuite(newPlace: NewPlace): void {
  filterSuite(newPlace)
  randomFilterSuite(newPlace)
  updateSuite(newPlace)
  uniqueSuite(newPlace)
  writeSuite(newPlace)
  migrationSuite(newPlace)
}
