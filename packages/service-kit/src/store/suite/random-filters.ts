import { Query } from 'mingo'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../testing/random.ts'
import type { Condition, Filter } from '../store.ts'
import { collectionOf, type Loose, type NewStoreUrl } from './collection.ts'

const DOCUMENTS = 1_000
const FILTERS = 250
const PATHS = ['plain', 'mixed', 'nested.value', 'nested.deep.value', 'list', 'items.value', 'never']
const LISTS = ['list', 'items.value']

type Random = ReturnType<typeof createRandom>

function scalar(random: Random): string | number | boolean | null {
  const kinds = [
    () => random(6),
    () => random(40) / 4 - 3,
    () => ['', 'a', 'b', 'Pune', 'मुंबई', '[1]', '{"a":1}', '1', 'true', "o'x", '"'][random(11)] ?? '',
    () => random(2) === 0,
    () => null,
  ]
  return kinds[random(kinds.length)]?.() ?? null
}

function documentAt(random: Random, index: number): Loose {
  const sometimes = <V>(value: V): V | undefined => (random(4) === 0 ? undefined : value)
  return {
    _id: `d${String(index).padStart(5, '0')}`,
    plain: sometimes(random(2) === 0 ? random(30) : `t${random(30)}`),
    mixed: sometimes(scalar(random)),
    nested: sometimes(
      random(5) === 0 ? scalar(random) : { value: scalar(random), deep: { value: sometimes(scalar(random)) } },
    ),
    list: sometimes(random(4) === 0 ? scalar(random) : Array.from({ length: random(4) }, () => scalar(random))),
    items: sometimes(Array.from({ length: random(3) }, () => ({ value: scalar(random) }))),
  }
}

function condition(random: Random, path: string): Condition {
  const bound = () => (random(2) === 0 ? random(30) / 2 - 2 : `t${random(30)}`)
  const kinds: (() => Condition)[] = [
    () => ({ $eq: scalar(random) }),
    () => ({ $ne: scalar(random) }),
    () => ({ $in: Array.from({ length: random(5) }, () => scalar(random)) }),
    () => ({ $gt: bound() }),
    () => ({ $gte: bound() }),
    () => ({ $lt: bound() }),
    () => ({ $lte: bound() }),
    // The stand-in that tests use without a mongod differs from MongoDB in these two, so do not rely on them: two
    // bounds met by two elements of one list, and a field that is missing in an empty list.
    () => (LISTS.includes(path) ? { $gte: random(5) } : { $gte: random(5), $lt: 5 + random(20) }),
    () => ({ $exists: path === 'items.value' || random(2) === 0 }),
  ]
  return kinds[random(kinds.length)]?.() ?? {}
}

function filterAt(random: Random): Filter<Loose> {
  const fields = Array.from({ length: 1 + random(2) }, () => PATHS[random(PATHS.length)] ?? 'plain')
  return Object.fromEntries(fields.map((path) => [path, random(4) === 0 ? scalar(random) : condition(random, path)]))
}

function pageOf(documents: Loose[], ids: string[]): string[] {
  const wanted = new Set(ids)
  const matching = documents.filter(({ _id }) => wanted.has(_id))
  const sorted = matching.sort((a, b) => compare(a.plain, b.plain) || compare(b._id, a._id))
  return sorted.slice(0, 20).map(({ _id }) => _id)
}

/** Missing before numbers before text: MongoDB's type order. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b)
  const ranks = ['undefined', 'number', 'string']
  return ranks.indexOf(typeof a) - ranks.indexOf(typeof b)
}

/** Generated documents and filters, compared with mingo's scan of the array. */
export function randomFilterSuite(newUrl: NewStoreUrl): void {
  describe('any filter', () => {
    test(`matches a plain scan: ${FILTERS} filters on ${DOCUMENTS} documents`, {
      timeout: 120_000,
    }, async () => {
      const random = createRandom(20260729)
      const documents: Loose[] = Array.from({ length: DOCUMENTS }, (_, index) => documentAt(random, index))
      const things = await collectionOf(newUrl)
      await things.createIndexes([
        { name: 'plain', key: { plain: -1, _id: 1 } },
        { name: 'mixed', key: { mixed: 1 } },
        { name: 'nested', key: { 'nested.value': 1, plain: -1 } },
      ])
      const inserts = documents.map((document) => ({ insertOne: { document } }))
      await things.bulkWrite(inserts, { ordered: false })
      const stored: Loose[] = JSON.parse(JSON.stringify(documents))
      for (let round = 0; round < FILTERS; round += 1) {
        const filter = filterAt(random)
        const query = new Query(JSON.parse(JSON.stringify(filter)), {})
        const expected = stored.filter((document) => query.test(document)).map(({ _id }) => _id)
        const found = await things.find(filter, { projection: { _id: 1 } }).toArray()
        expect(found.map(({ _id }) => _id).sort(), JSON.stringify(filter)).toEqual(expected)
        const page = await things.find(filter, { sort: { plain: 1, _id: -1 }, limit: 20 }).toArray()
        expect(
          page.map(({ _id }) => _id),
          JSON.stringify(filter),
        ).toEqual(pageOf(stored, expected))
        expect(await things.countDocuments(filter, { limit: 250 })).toBe(Math.min(250, expected.length))
      }
    })
  })
}
