import { expect, onTestFinished, test } from 'vitest'
import { newSqlitePlace } from '../../testing/sqlite-place.ts'
import type { Document, Filter, SortOrder } from '../store.ts'
import { openSqliteStore } from './open.ts'

interface Home extends Document {
  kind: string
  city: string
  price: number
}

const HOMES: Home[] = Array.from({ length: 1_200 }, (_, n) => ({
  _id: `h${1_000 + ((n * 7_919) % 1_200)}`,
  kind: `k${n % 4}`,
  city: `c${n % 3}`,
  price: (n * 31) % 97,
}))

/** A store of homes, and how many entries and documents its queries visit from now on. */
async function homes() {
  let visits = 0
  const directory = (await newSqlitePlace()).slice('sqlite:'.length)
  const store = openSqliteStore(directory, 'homes', { onVisits: (count) => (visits += count) })
  onTestFinished(() => store.close())
  const collection = store.collection<Home>('homes')
  await collection.createIndexes([{ name: 'byPrice', key: { kind: 1, city: 1, price: 1, _id: 1 } }])
  await collection.bulkWrite(
    HOMES.map((document) => ({ insertOne: { document } })),
    { ordered: false },
  )
  const visitsOf = async (work: () => Promise<unknown>) => {
    visits = 0
    await work()
    return visits
  }
  return { collection, visitsOf }
}

const SEVERAL: Filter<Home> = { kind: { $in: ['k0', 'k2', 'none'] }, city: { $in: ['c1', 'c2'] } }

test.each<[string, Filter<Home>, SortOrder]>([
  ['upwards', SEVERAL, { price: 1, _id: 1 }],
  ['downwards', SEVERAL, { price: -1, _id: -1 }],
  ['within bounds', { ...SEVERAL, price: { $gte: 20, $lt: 40 } }, { price: 1, _id: 1 }],
  ['from an id on', { ...SEVERAL, price: 20, _id: { $gt: 'h15' } }, { _id: 1 }],
])('several stretches of an index are walked as one, %s', async (_, filter, sort) => {
  const { collection, visitsOf } = await homes()
  const plain = (await collection.find(filter).toArray()).sort((a, b) => {
    const way = Object.values(sort)[0] ?? 1
    return (a.price - b.price || (a._id < b._id ? -1 : 1)) * way
  })
  expect(plain.length).toBeGreaterThan(0)
  const page = () => collection.find(filter, { sort, limit: 10 }).toArray()
  expect(await page()).toEqual(plain.slice(0, 10))
  // One entry of each stretch beyond those taken, since the merge looks ahead.
  expect(await visitsOf(page)).toBeLessThanOrEqual(10 + 6)
})

test('visits are those of a full scan, of a stretch, and of a stretch between two bounds in any order', async () => {
  const { collection, visitsOf } = await homes()
  const stretch = HOMES.filter(({ kind, city }) => kind === 'k1' && city === 'c1')
  const between = stretch.filter(({ price }) => price >= 10 && price <= 20)
  const fixed = { kind: 'k1', city: 'c1' }
  expect(await visitsOf(() => collection.countDocuments({ price: { $ne: 5 } }))).toBe(HOMES.length)
  expect(await visitsOf(() => collection.countDocuments(fixed))).toBe(stretch.length)
  expect(await visitsOf(() => collection.find({ ...fixed, price: { $gte: 10, $lte: 20 } }).toArray())).toBe(
    between.length,
  )
  expect(await visitsOf(() => collection.find({ ...fixed, price: { $lte: 20, $gte: 10 } }).toArray())).toBe(
    between.length,
  )
  expect(await visitsOf(() => collection.findOne({ _id: 'h1000' }))).toBe(1)
})

test('a page in an order of no index is found on one that holds all that is asked, from where it begins', async () => {
  const { collection, visitsOf } = await homes()
  const filter: Filter<Home> = { kind: 'k1', price: { $gte: 10, $lte: 20 } }
  const found = HOMES.filter(({ kind, price }) => kind === 'k1' && price >= 10 && price <= 20)
  const page = () => collection.find(filter, { sort: { _id: -1 }, limit: 5 }).toArray()
  const expected = found.sort((a, b) => (a._id < b._id ? 1 : -1)).slice(0, 5)
  expect(await page()).toEqual(expected)
  expect(await visitsOf(page)).toBe(HOMES.filter(({ kind }) => kind === 'k1').length)
})
