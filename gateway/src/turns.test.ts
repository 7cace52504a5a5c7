import { createServer } from '@aangan/service-kit/server'
import { serverParts } from '@aangan/service-kit/testing/server-parts'
import type { FastifyReply } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { VISITOR } from './sessions.ts'
import { type Site, startSite } from './testing/site.ts'
import { createTurns } from './turns.ts'

let site: Site | undefined
afterEach(async () => {
  await site?.close()
  site = undefined
})

/** A site whose posts service keeps each reply until the test sends it; `asked` are the paths it got. */
async function start() {
  const asked: string[] = []
  const replies: FastifyReply[] = []
  const started = await startSite({
    config: { TRUST_PROXY: '1' },
    services: {
      posts: (app) => {
        app.all('/posts/*', (request, reply) => {
          asked.push(request.url)
          replies.push(reply)
        })
      },
    },
  })
  site = started
  return {
    asked,
    replies,
    from: (address: string, path: string, method = 'GET') =>
      started.send({ method, path, headers: { 'x-forwarded-for': address } }),
  }
}

const many = (count: number) => Array.from({ length: count }, (_, n) => `/posts/many${n}`)

test('a service gets few requests of an address at a time, and the others meanwhile', async () => {
  const { asked, replies, from } = await start()
  // More than there are connections to the service.
  const sent = many(190).map((path) => from('1.1.1.1', path))
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(3)
  const one = from('2.2.2.2', '/posts/one')
  await expect.poll(() => asked).toContain('/posts/one')
  const sending = setInterval(() => {
    for (const reply of replies.splice(0)) reply.send({})
  }, 5)
  expect((await one).status).toBe(200)
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200))
  clearInterval(sending)
})

test('an address may keep each process of a service busy', async () => {
  const turn = createTurns({ knownAs: 'Listings', patienceMs: 10_000, processes: 3 })
  const app = createServer({ name: 'gateway', parts: serverParts(), ready: async () => {} })
  app.decorateRequest('caller')
  let startedAtOnce = 0
  app.get('/', async (request) => {
    request.caller = VISITOR
    const ends: (() => void)[] = []
    const works = many(12).map(() => turn(request, (done) => ends.push(done)))
    startedAtOnce = ends.length
    while (ends.length < 12) {
      for (const end of ends) end()
      await new Promise(setImmediate)
    }
    for (const end of ends) end()
    await Promise.all(works)
    return {}
  })
  expect((await app.inject('/')).statusCode).toBe(200)
  expect(startedAtOnce).toBe(3)
})

test('requests that a service does not answer do not block the others of their address', async () => {
  const { asked, replies, from } = await start()
  const stuck = many(5).map((path) => from('1.1.1.1', path))
  const sent = from('1.1.1.1', '/posts/one')
  await expect.poll(() => asked).toContain('/posts/one')
  for (const reply of replies.splice(0)) reply.send({})
  await Promise.all([...stuck, sent])
})
