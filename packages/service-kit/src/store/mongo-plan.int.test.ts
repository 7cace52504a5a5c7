import { MongoClient } from 'mongodb'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { findMongo, freshDatabase } from '../testing/mongo-server.ts'
import { type Found, needs } from '../testing/needs.ts'
import { type Loose, openForTest } from './suite/place.ts'
import { INDEXES, SAMPLE, SEARCHES } from './suite/plans.ts'

const found = await findMongo()
const server = needs('a MongoDB that explains', await explaining(), { mayLackInCi: true })

afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

/** What stands in for a mongod where none can be had speaks its protocol, but cannot explain a query. */
async function explaining(): Promise<Found<string>> {
  if ('missing' in found) return found
  const client = new MongoClient(found.value.url)
  try {
    await client.db('test').collection('none').find({}).explain('queryPlanner')
    return { value: found.value.url }
  } catch (error) {
    return { missing: `the one found does not (${error instanceof Error ? error.message : error})` }
  } finally {
    await client.close()
  }
}

describe('queries run on their index in MongoDB', () => {
  test.for(SEARCHES)('%s', async ([, index, filter, options]) => {
    const place = freshDatabase(server())
    const things = (await openForTest(place)).collection<Loose>('things')
    await things.createIndexes(INDEXES)
    await things.insertOne(SAMPLE)
    const client = new MongoClient(place)
    onTestFinished(() => client.close())
    const plan = await client.db().collection<Loose>('things').find(filter, options).explain('queryPlanner')
    const winning = JSON.stringify(plan.queryPlanner.winningPlan)
    expect(winning).toContain(`"indexName":"${index}"`)
    expect(winning).not.toMatch(/"stage":"(COLLSCAN|SORT)"/)
  })
})
