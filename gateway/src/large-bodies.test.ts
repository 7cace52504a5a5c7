import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { type Site, startSite } from './testing/site.ts'

let site: Site
afterEach(() => site.close())

const BODY = 'x'.repeat(900_000)
const COUNT = 12

/** The services read all that is sent. */
async function start(): Promise<void> {
  site = await startSite({
    config: { TRUST_PROXY: '1' },
    services: {
      media: (app) => {
        app.addContentTypeParser('image/png', async (_request: unknown, payload: NodeJS.ReadableStream) =>
          buffer(payload),
        )
        app.post('/media/posts', async ({ body }) => ({ bytes: (body as Buffer).length }))
      },
    },
  })
}

test.each([
  ['/media/posts', 'image/png', 'that are passed on as they arrive'],
  ['/posts', 'application/json', 'that are buffered'],
])('bodies for %s (%s), %s: those of one address are read in turns, one of another meanwhile', async (path, type) => {
  await start()
  const done: string[] = []
  async function send(address: string): Promise<number> {
    const body = type === 'application/json' ? JSON.stringify({ title: BODY, price: 1 }) : BODY
    const headers = { 'content-type': type, 'x-forwarded-for': address }
    const { status } = await site.send({ method: 'POST', path, headers, body })
    done.push(address)
    return status
  }
  const many = Array.from({ length: COUNT }, () => send('1.1.1.1'))
  // Begins after all of these.
  await site.send({ path: '/posts', headers: { 'x-forwarded-for': '1.1.1.1' } })
  const one = await send('2.2.2.2')
  // On a busy machine the first of the others may have ended, too.
  expect(done.length).toBeLessThanOrEqual(2)
  expect(new Set(await Promise.all(many))).toEqual(new Set([one]))
  expect(one).toBeLessThan(300)
})
