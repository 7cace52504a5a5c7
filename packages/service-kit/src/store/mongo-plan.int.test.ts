import { MongoClient } from 'mongodb'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { explaining, findMongo, freshDatabase } from '../testing/mongo-server.ts'
import { needs } from '../testing/needs.ts'
import type { Filter, FindOptions, IndexSpec } from './store.ts'
import { type Loose, openForTest } from './suite/collection.ts'

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

/** Typical queries, and the index that must serve each, including its sort. */
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

const found = await findMongo()
const server = needs('a MongoDB that explains', await explaining(found), { mayLackInCi: true })

afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

describe('queries run on their index in MongoDB', () => {
  test.for(SEARCHES)('%s', async ([, index, filter, options]) => {
    const url = freshDatabase(server().url)
    const things = (await openForTest(url)).collection<Loose>('things')
    await things.createIndexes(INDEXES)
    await things.insertOne(SAMPLE)
    const client = new MongoClient(url)
    onTestFinished(() => client.close())
    const plan = await client.db().collection<Loose>('suite.things').find(filter, options).explain('queryPlanner')
    const winning = JSON.stringify(plan.queryPlanner.winningPlan)
    expect(winning).toContain(`"indexName":"${index}"`)
    expect(winning).not.toMatch(/"stage":"(COLLSCAN|SORT)"/)
  })
})
