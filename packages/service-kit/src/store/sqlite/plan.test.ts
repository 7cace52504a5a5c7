import { describe, expect, onTestFinished, test } from 'vitest'
import { newSqlitePlace } from '../../testing/sqlite-place.ts'
import type { Filter, FindOptions, IndexSpec } from '../store.ts'
import { type Loose, openForTest } from '../suite/place.ts'
import { openConnection } from './connection.ts'
import { selectCount, selectMatching } from './read.ts'
import { defineResidual } from './residual.ts'
import { makeShapes } from './shapes.ts'

const INDEXES: IndexSpec[] = [
  { name: 'cityPrice', key: { city: 1, price: 1, _id: 1 } },
  { name: 'newest', key: { createdAt: -1, _id: -1 } },
  { name: 'agent', key: { 'agent.active': 1, 'agent.since': 1 } },
  { name: 'pending', key: { pendingSince: 1 } },
  { name: 'username', key: { username: 1 }, unique: true },
]

const SAMPLE: Loose = {
  _id: 'a',
  city: 'Pune',
  price: 1,
  tags: ['x'],
  agent: { active: true, since: 'y' },
  username: 'u',
}

const SEARCHES: [name: string, index: string, filter: Filter<Loose>, options: FindOptions][] = [
  [
    'equality and range, sorted by the range',
    'cityPrice',
    { city: 'Pune', price: { $gt: 5 } },
    { sort: { price: 1, _id: 1 }, limit: 60 },
  ],
  ['the same downwards', 'cityPrice', { city: 'Pune', price: { $lt: 5 } }, { sort: { price: -1, _id: -1 }, limit: 60 }],
  ['two bounds', 'cityPrice', { city: 'Pune', price: { $gte: 1, $lte: 5 } }, { sort: { price: 1, _id: 1 }, limit: 60 }],
  [
    'a tie, from an _id on',
    'cityPrice',
    { city: 'Pune', price: 5, _id: { $gt: 'a' } },
    { sort: { _id: 1 }, limit: 60 },
  ],
  ['a bound of text', 'newest', { createdAt: { $lt: '2026' } }, { sort: { createdAt: -1, _id: -1 }, limit: 60 }],
  ['one of several', 'cityPrice', { city: { $in: ['Pune', 'Goa'] } }, {}],
  [
    'nested fields, a boolean among them',
    'agent',
    { 'agent.active': true, 'agent.since': { $gte: 'x' } },
    { sort: { 'agent.since': 1 } },
  ],
  ['what is not null', 'pending', { pendingSince: { $ne: null } }, { sort: { pendingSince: 1 }, limit: 10 }],
  ['what is null', 'username', { username: null }, {}],
]

async function planner() {
  const place = await newSqlitePlace()
  const store = await openForTest(place)
  const things = store.collection<Loose>('things')
  await things.createIndexes(INDEXES)
  await things.insertOne(SAMPLE)
  const connection = openConnection(`${place.slice('sqlite:'.length)}/suite.db`)
  onTestFinished(() => connection.close())
  defineResidual(connection)
  const reader = { connection, shapes: makeShapes(connection), openAnother: () => connection }
  reader.shapes.refresh()
  const explain = ({ text, values }: ReturnType<typeof selectMatching>) =>
    connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, values).map(({ detail }) => detail)
  return { reader, explain }
}

describe('queries run on their index', () => {
  test.for(SEARCHES)('%s', async ([, index, filter, options]) => {
    const { reader, explain } = await planner()
    const plan = explain(selectMatching(reader, 'things', filter, options))
    expect(plan[0]).toContain(`SEARCH things USING INDEX things.${index} (`)
    expect(plan.join()).not.toMatch(/SCAN things|TEMP B-TREE/)
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
