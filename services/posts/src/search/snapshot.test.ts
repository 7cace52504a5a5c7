import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readPostFilters } from '@aangan/service-kit/post-filters'
import { expect, onTestFinished, test } from 'vitest'
import { searched } from '../post-events.ts'
import { randomFrom, randomListings } from '../testing/random-listings.ts'
import { MOST_PLACES } from './places.ts'
import type { Box } from './point.ts'
import type { Filtered } from './search.ts'
import { SearchIndex } from './search-index.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'snapshot-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'search.bin')
}

function filled(count: number): SearchIndex {
  const index = new SearchIndex()
  for (const listing of randomListings(count, randomFrom(5))) index.apply(searched(listing))
  return index
}

const view: Filtered & { boxes: Box[] } = {
  filters: readPostFilters({ type: 'rent', city: 'Gandhi Nagar, Pune' }),
  boxes: [{ west: 60, south: 0, east: 100, north: 40 }],
}

test('a snapshot round-trips, and the loaded index accepts changes', async () => {
  const file = await newFile()
  const index = filled(5_000)
  index.apply({ id: 'f'.repeat(24), rev: 7 })
  await writeSnapshot(file, { index, position: 42 })
  const read = await readSnapshot(file)
  expect(read?.position).toBe(42)
  const page = { ...view, sort: 'price_asc', limit: 500, after: null } as const
  expect(index.page(page).total).toBeGreaterThan(10)
  expect(read?.index.page(page)).toEqual(index.page(page))
  expect(read?.index.map({ ...page, zoom: 9 })).toEqual(index.map({ ...page, zoom: 9 }))
  expect(read?.index.cities(null)).toEqual(index.cities(null))
  for (const listing of randomListings(3_000, randomFrom(6))) read?.index.apply(searched(listing))
  expect(read?.index.count).toBe(8_000)
  // Removed before the snapshot: an older change must not bring it back.
  const [late] = randomListings(1, randomFrom(7)).map((listing) => searched({ ...listing, _id: 'f'.repeat(24) }))
  if (late) read?.index.apply(late)
  expect(read?.index.count).toBe(8_000)
})

test('several processes write one snapshot, and leave nothing else behind', async () => {
  const file = await newFile()
  const index = filled(2_000)
  await Promise.all([1, 2, 3].map((position) => writeSnapshot(file, { index, position })))
  expect((await readSnapshot(file))?.index.count).toBe(2_000)
  expect(await readdir(dirname(file))).toEqual(['search.bin'])
})

test('a missing file or another version reads as null; a damaged one throws', async () => {
  const file = await newFile()
  expect(await readSnapshot(file)).toBeNull()
  const index = filled(2_000)
  await writeSnapshot(file, { index, position: 1 })
  const whole = await readFile(file)
  await truncate(file, whole.length - 1)
  await expect(readSnapshot(file)).rejects.toThrow('is truncated')
  await writeFile(file, 'no snapshot')
  await expect(readSnapshot(file)).rejects.toThrow('no header')
  await writeFile(file, whole.toString('latin1').replace(/"version":\d+/, '"version":1'), 'latin1')
  expect(await readSnapshot(file)).toBeNull()
  await writeFile(file, whole.toString('latin1').replace('"furnishing"', '"balconies"'), 'latin1')
  expect(await readSnapshot(file)).toBeNull()
  // The last block ends with its rows' places, ids and kinds: a place that does not exist.
  const place = whole.length - 18 * (index.blocks.all.at(-1)?.count ?? 0) + 3
  for (const at of [whole.length - 1, whole.length >> 1, place, whole.indexOf('"position":') + 11]) {
    const flipped = Buffer.from(whole)
    flipped.writeUInt8(whole.readUInt8(at) ^ 1, at)
    await writeFile(file, flipped)
    await expect(readSnapshot(file)).rejects.toThrow('damaged')
  }
})

test('an index with as many places as it may have is read from the store again', async () => {
  const file = await newFile()
  const index = filled(10)
  for (let number = 0; number < MOST_PLACES; number += 1)
    index.catalogs.places.numberOf({ city: 'Pune', locality: `Locality ${number}` })
  await writeSnapshot(file, { index, position: 1 })
  expect(await readSnapshot(file)).toBeNull()
})
