import { MongoClient } from 'mongodb'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { explaining, findMongo, freshDatabase } from '../testing/mongo-server.ts'
import { needs } from '../testing/needs.ts'
import { type Loose, openForTest } from './suite/place.ts'
import { INDEXES, SAMPLE, SEARCHES } from './suite/plans.ts'

const found = await findMongo()
const server = needs('a MongoDB that explains', await explaining(found), { mayLackInCi: true })

afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

describe('queries run on their index in MongoDB', () => {
  test.for(SEARCHES)('%s', async ([, index, filter, options]) => {
    const place = freshDatabase(server().url)
    const things = (await openForTest(place)).collection<Loose>('things')
    await things.createIndexes(INDEXES)
    await things.insertOne(SAMPLE)
    const client = new MongoClient(place)
    onTestFinished(() => client.close())
    const plan = await client.db().collection<Loose>('suite.things').find(filter, options).explain('queryPlanner')
    const winning = JSON.stringify(plan.queryPlanner.winningPlan)
    expect(winning).toContain(`"indexName":"${index}"`)
    expect(winning).not.toMatch(/"stage":"(COLLSCAN|SORT)"/)
  })
})
