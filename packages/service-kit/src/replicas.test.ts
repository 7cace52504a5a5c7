import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createUpstream } from './upstream.ts'

async function listening(port = 0) {
  const server = createServer((_request, response) => void response.setHeader('connection', 'close').end('ok'))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => new Promise((resolve) => server.close(resolve))
  return { port: (server.address() as AddressInfo).port, stop }
}

test('no call fails when one process stops just after another has come back', async () => {
  const [first, second] = [await listening(), await listening()]
  const urls = [first, second].map(({ port }) => `http://127.0.0.1:${port}`)
  const upstream = createUpstream(urls.join(','))
  const ask = () => upstream.get('/', { timeoutMs: 20_000 })
  await first.stop()
  // Leaves the first out for a moment.
  await Promise.all([ask(), ask()])
  const back = await listening(first.port)
  await second.stop()
  const answers = await Promise.allSettled(Array.from({ length: 9 }, ask))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'fulfilled'))
  await upstream.close()
  await back.stop()
})
