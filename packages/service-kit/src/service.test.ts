import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { Type } from 'typebox'
import { expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import type { App } from './app.ts'
import type { Parts } from './parts.ts'
import { runService } from './service.ts'
import { spawnChild } from './testing/child-process.ts'

const config = Type.Object({ LIMIT: Type.Integer() })
type Run = typeof runService<typeof config, 'store' | 'bus'>
type Built = Parameters<Parameters<Run>[0]['build']>[0]

test('a service gets the parts it needs, and using others does not compile', () => {
  expectTypeOf<Built['config']>().toEqualTypeOf<{ LIMIT: number }>()
  expectTypeOf<keyof Built>().toEqualTypeOf<'config' | 'log' | 'metrics' | 'now' | 'store' | 'bus'>()
  const build = async (_parts: Pick<Parts, 'store' | 'log'>): Promise<App> => Promise.reject(new Error('not run'))
  const asked = () => runService({ name: 'posts', config, needs: ['store', 'bus'], build })
  // @ts-expect-error it takes a store and asked only for the bus.
  const forgot = () => runService({ name: 'posts', config, needs: ['bus'], build })
  expectTypeOf(forgot).toEqualTypeOf(asked)
})

async function startFixture() {
  const child = await spawnChild(new URL('./testing/service-fixture.ts', import.meta.url), [], {
    env: { PATH: process.env.PATH, PORT: '0' },
    isQuiet: true,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (text) => (output += String(text)))
  const seen = (pattern: RegExp) => vi.waitFor(() => expect(output).toMatch(pattern), { timeout: 60_000, interval: 5 })
  await seen(/"listening"/)
  return { child, seen, port: /"port":(\d+)/.exec(output)?.[1] }
}

test('a service that stops answers on open connections for a moment, and asks not to use them again', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const { child, seen, port } = await startFixture()
  const write = async (): Promise<IncomingMessage> => {
    const asking = request({ port, path: '/posts', method: 'POST', agent }).end()
    const [answer] = await once(asking, 'response')
    return answer.resume()
  }
  const first = await write()
  await once(first, 'end')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await seen(/"stopping"/)
  const last = await write()
  expect([first, last].map(({ statusCode, headers }) => [statusCode, headers.connection])).toEqual([
    [200, 'keep-alive'],
    [200, 'close'],
  ])
  expect(await ended).toEqual([0, null])
})

test('a service follows a step of the system clock by a day at most', async () => {
  const { port } = await startFixture()
  const answer = await fetch(`http://127.0.0.1:${port}/step`, { method: 'POST' })
  expect(await answer.text()).toBe('24')
})
