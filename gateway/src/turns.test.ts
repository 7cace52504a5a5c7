import type { FastifyReply } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { type Site, startSite } from './testing/site.ts'

let site: Site
afterEach(() => site.close())

/** A site whose posts service keeps each reply until the test sends it; `asked` are the paths it got. */
async function start() {
  const asked: string[] = []
  const replies: FastifyReply[] = []
  site = await startSite({
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
  return {
    asked,
    replies,
    from: (address: string, path: string, method = 'GET') =>
      site.send({ method, path, headers: { 'x-forwarded-for': address } }),
  }
}

const many = (count: number) => Array.from({ length: count }, (_, n) => `/posts/many${n}`)

test('a service gets few requests of an address at a time, and the others meanwhile', async () => {
  const { asked, replies, from } = await start()
  // More than there are connections to the service.
  const sent = many(190).map((path) => from('1.1.1.1', path))
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(9)
  const one = from('2.2.2.2', '/posts/one')
  await expect.poll(() => asked).toContain('/posts/one')
  const sending = setInterval(() => {
    for (const reply of replies.splice(0)) reply.send({})
  }, 5)
  expect((await one).status).toBe(200)
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200))
  clearInterval(sending)
})

test('requests that a service does not answer do not block the others of their address', async () => {
  const { asked, replies, from } = await start()
  const stuck = many(5).map((path) => from('1.1.1.1', path))
  const sent = from('1.1.1.1', '/posts/one')
  await expect.poll(() => asked).toContain('/posts/one')
  for (const reply of replies.splice(0)) reply.send({})
  await Promise.all([...stuck, sent])
})
