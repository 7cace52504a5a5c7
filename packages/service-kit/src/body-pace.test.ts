import { expect, onTestFinished, test } from 'vitest'
import type { BodyPace } from './body-pace.ts'
import { createServer } from './server.ts'
import { serverParts } from './testing/server-parts.ts'

/** Paces of bodies of one address, of two people. */
async function openPaces(): Promise<{ ravi: BodyPace[]; mira: BodyPace }> {
  const app = createServer({ name: 'posts', parts: serverParts(), ready: async () => {} })
  onTestFinished(() => app.close())
  const paces: BodyPace[] = []
  app.get('/', async (request) => {
    for (const user of ['ravi', 'ravi', 'ravi', 'mira']) paces.push(request.paceBody(user))
  })
  await app.inject('/')
  const [mira, ...ravi] = paces.reverse() as [BodyPace, ...BodyPace[]]
  return { ravi, mira }
}

test('small bodies do not wait for large ones', async () => {
  const { ravi, mira } = await openPaces()
  for (const pace of ravi) expect(pace(10_000_000)).toBeInstanceOf(Promise)
  expect(mira(65_535)).toBeNull()
})

test('large bodies are read in turns, and each person of an address has every other one', async () => {
  const { ravi, mira } = await openPaces()
  const order: string[] = []
  const read = async (name: string, pace: BodyPace) => {
    await pace(262_144)
    order.push(name)
  }
  await Promise.all([...ravi.map((pace) => read('ravi', pace)), read('mira', mira)])
  expect(order).toEqual(['ravi', 'ravi', 'mira', 'ravi'])
})

test('a body has a turn for each 256 kB, also if they came while it waited', async () => {
  const { ravi, mira } = await openPaces()
  const order: string[] = []
  const [long] = ravi as [BodyPace]
  const waits = [long(262_144), long(4 * 262_144)].map((wait) => wait?.then(() => order.push('long')))
  const short = mira(262_144)?.then(() => order.push('short'))
  await Promise.all([...waits, short])
  expect(order).toEqual(['short', 'long', 'long'])
})
