import { expect, onTestFinished, test } from 'vitest'
import { type Client, clientOf } from './client.ts'
import { createServer } from './server.ts'
import { serverParts } from './testing/server-parts.ts'
import { createSignIn } from './testing/sign-in.ts'

async function start() {
  const parts = serverParts()
  const app = createServer({ name: 'posts', parts, ready: async () => {} })
  const clients: Client[] = []
  app.all('/', async (request) => {
    clients.push(clientOf(request))
    return {}
  })
  const signIn = createSignIn(parts.identity, 'posts')
  onTestFinished(() => app.close())
  return { app, clients, signIn }
}

test('a client is the network that the gateway names, and the person who is signed in', async () => {
  const { app, clients, signIn } = await start()
  const user = 'a'.repeat(24)
  await app.inject({ url: '/', headers: { 'x-forwarded-for': '2001:db8::1' } })
  await app.inject({ url: '/', headers: { 'x-forwarded-for': '1.2.3.4', ...signIn.headersOf(user) } })
  expect(clients).toMatchObject([
    { address: '2001:db8:0:0', user: null },
    { address: '1.2.3.4', user },
  ])
})

test('only reads end when their client leaves', async () => {
  const { app, clients } = await start()
  await app.inject({ url: '/' })
  await app.inject({ method: 'POST', url: '/', payload: {} })
  expect(clients.map(({ signal }) => signal !== undefined)).toEqual([true, false])
})
