import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AppError } from './errors.ts'
import { createUpstream } from './upstream.ts'

async function listening(port = 0) {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.setHeader('connection', 'close').end('ok')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => new Promise((resolve) => server.close(resolve))
  return { port: (server.address() as AddressInfo).port, stop, asked: () => asked }
}

test('a process that is back is called again, however the system clock was set meanwhile', async () => {
  const [first, second] = [await listening(), await listening()]
  const upstream = createUpstream([first, second].map(({ port }) => `http://127.0.0.1:${port}`).join(','))
  const ask = () => upstream.get('/', { timeoutMs: 20_000 })
  await first.stop()
  await Promise.all([ask(), ask()])
  vi.setSystemTime(Date.now() - 3_600_000)
  onTestFinished(() => void vi.useRealTimers())
  const back = await listening(first.port)
  await expect
    .poll(
      async () => {
        await ask()
        return back.asked()
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0)
  await upstream.close()
  await Promise.all([back.stop(), second.stop()])
})

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

async function hanging() {
  let asked = 0
  const server = createServer(() => {
    asked += 1
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { port: (server.address() as AddressInfo).port, stop, asked: () => asked }
}

test('a process that hangs gets no more calls than it has not answered', async () => {
  const [hung, healthy] = [await hanging(), await listening()]
  const upstream = createUpstream([hung, healthy].map(({ port }) => `http://127.0.0.1:${port}`).join(','))
  const ask = () => upstream.get('/', { timeoutMs: 20_000 })
  const first = [ask(), ask()].map((each) => each.catch((error: Error) => error))
  await Promise.race(first)
  for (let count = 0; count < 9; count += 1) await ask()
  expect([hung.asked(), healthy.asked()]).toEqual([1, 10])
  await hung.stop()
  await Promise.all(first)
  await upstream.close()
  await healthy.stop()
})

test('a process that lets a call run out of time is left out for a moment', async () => {
  const [hung, healthy] = [await hanging(), await listening()]
  const upstream = createUpstream([hung, healthy].map(({ port }) => `http://127.0.0.1:${port}`).join(','))
  const ask = () => upstream.get('/', { timeoutMs: 100 }).catch(({ code }: AppError) => code)
  const answers = []
  for (let count = 0; count < 9; count += 1) answers.push(await ask())
  expect(answers.filter((answer) => answer === 'UPSTREAM_TIMED_OUT')).toHaveLength(1)
  expect(hung.asked()).toBe(1)
  await Promise.all([hung.stop(), upstream.close(), healthy.stop()])
})
