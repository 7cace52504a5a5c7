import { describe, expect, onTestFinished, test } from 'vitest'
import { newSqlitePlace } from '../../testing/sqlite-place.ts'
import type { Filter, SortOrder } from '../store.ts'
import { type Loose, openForTest } from '../suite/place.ts'
import { INDEXES, SAMPLE, SEARCHES } from '../suite/plans.ts'
import { compileParts } from './filter.ts'
import { selectLookUp } from './look-up.ts'
import { makeQuery } from './query.ts'
import { selectCount, selectMatching } from './read.ts'
import { openReader } from './reader.ts'
import { selectStretches, selectWalk } from './walk.ts'
import { planWalk } from './walk-plan.ts'

async function planner() {
  const place = await newSqlitePlace()
  const store = await openForTest(place)
  const things = store.collection<Loose>('things')
  await things.createIndexes(INDEXES)
  await things.insertOne(SAMPLE)
  const reader = openReader(`${place.slice('sqlite:'.length)}/suite.db`, makeQuery)
  const { connection } = reader
  onTestFinished(() => connection.close())
  reader.catalog.refresh()
  const explain = ({ text, values }: ReturnType<typeof selectMatching>) =>
    connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, values).map(({ detail }) => detail)
  const partsOf = (filter: Filter<Loose>) => compileParts(filter, (path) => reader.catalog.of('things', path))
  const walkOf = (filter: Filter<Loose>, sort: SortOrder) =>
    planWalk(reader.catalog.indexesOf('things'), partsOf(filter), sort)
  return { reader, explain, partsOf, walkOf }
}

describe('queries run on their index', () => {
  test.for(SEARCHES)('%s', async ([, index, filter, options]) => {
    const { reader, explain } = await planner()
    const plan = explain(selectMatching(reader, 'things', filter, options))
    expect(plan[0]).toContain(`SEARCH things USING INDEX things.${index} (`)
    expect(plan.join()).not.toMatch(/SCAN things|TEMP B-TREE/)
  })

  test.for([
    ['nothing', 'newest', {}],
    ['a field of no index', 'newest', { colour: 'red' }],
    ['a field of another index', 'newest', { city: 'Pune', price: { $gt: 5 } }],
    ['a bound of the sorted field', 'newest', { createdAt: { $lt: '2026' }, city: 'Pune' }],
    ['a list', 'newest', { tags: 'x' }],
  ] satisfies [string, string, Filter<Loose>][])(
    'a page in the order of an index walks it, with %s asked',
    async ([, index, filter]) => {
      const { reader, explain, walkOf } = await planner()
      const walk = walkOf(filter, { createdAt: -1, _id: -1 })
      const [stretch] = walk ? selectStretches(reader, 'things', walk) : []
      const plan = walk && stretch ? explain(selectWalk('things', walk, { stretch, limit: 60 })) : []
      expect(plan.join()).toMatch(new RegExp(`things USING (COVERING )?INDEX things\\.${index}`))
      expect(plan.join()).not.toContain('TEMP B-TREE')
    },
  )

  test('an order that no index has is not walked', async () => {
    const { walkOf } = await planner()
    expect(walkOf({ city: 'Pune' }, { createdAt: -1, _id: 1 })).toBeNull()
    expect(walkOf({ city: { $gt: 'P' } }, { price: 1 })).toBeNull()
    expect(walkOf({ city: 'Pune' }, { price: 1, _id: 1 })).not.toBeNull()
  })

  test('a page in another order is sorted on the index that holds all of it, and only then read', async () => {
    const { reader, explain, partsOf } = await planner()
    const sort = { price: 1, _id: -1 } as const
    const found = selectLookUp(reader, 'things', partsOf({ city: 'Pune', price: { $gt: 5 } }), { sort, limit: 60 })
    expect(found && explain(found)[1]).toMatch(/SEARCH things USING COVERING INDEX things\.cityPrice/)
    expect(selectLookUp(reader, 'things', partsOf({ city: 'Pune', tags: 'x' }), { sort, limit: 60 })).toBeNull()
    expect(selectLookUp(reader, 'things', partsOf({ price: 5 }), { sort: { createdAt: 1 }, limit: 60 })).toBeNull()
  })

  test('a sort alone walks its index', async () => {
    const { reader, explain } = await planner()
    const plan = explain(selectMatching(reader, 'things', {}, { sort: { createdAt: -1, _id: -1 }, limit: 60 }))
    expect(plan).toEqual(['SCAN things USING INDEX things.newest'])
  })

  test('a list of _ids is looked up', async () => {
    const { reader, explain } = await planner()
    const plan = explain(selectMatching(reader, 'things', { _id: { $in: ['a', 'b'] } }, {}))
    expect(plan[0]).toMatch(/^SEARCH things USING INDEX sqlite_autoindex_things_1 \(_id=\?\)/)
  })

  test('a bounded count stays inside the index', async () => {
    const { reader, explain } = await planner()
    const plan = explain(selectCount(reader, 'things', { city: 'Pune', price: { $gte: 0 } }, 10_001))
    expect(plan.join()).toContain('SEARCH things USING COVERING INDEX things.cityPrice (')
  })

  test('a value that is not indexed is seen to scan, so that these tests can fail', async () => {
    const { reader, explain } = await planner()
    const plan = explain(selectMatching(reader, 'things', { colour: 'red' }, { sort: { colour: 1, size: 1 } }))
    expect(plan.join()).toMatch(/SCAN things.*TEMP B-TREE/)
  })
})
