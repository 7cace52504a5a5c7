import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { type Child, spawnChild } from '../../testing/child-process.ts'
import { type Backend, numbers, openAt, publishInOrder } from './backend.ts'
import { createSightings, type Sightings } from './sightings.ts'

const CHILD = new URL('./child.ts', import.meta.url)

export async function startChild(
  backend: Backend,
  task: 'publish' | 'hang' | 'handle' | 'follow',
): Promise<{ child: Child; said: Sightings<string>; ended: Promise<unknown> }> {
  const child = await spawnChild(CHILD, [backend.url, backend.prefix, task])
  onTestFinished(() => kill(child))
  const said = createSightings<string>()
  const lines = createInterface({ input: child.stdout }).on('line', said.see)
  return { child, said, ended: once(lines, 'close') }
}

export async function kill(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

export function processSuite(backend: () => Promise<Backend>): void {
  test('kill -9 between handling and acknowledging loses nothing', async () => {
    const there = await backend()
    const { bus } = await openAt(there)
    await publishInOrder(bus, numbers(3))
    const { child, said } = await startChild(there, 'hang')
    await said.until((all) => all.includes('handling 1/1'))
    await kill(child)
    const seen = createSightings<string>()
    await bus.subscribe({
      durable: 'child',
      subjects: ['thing.made'],
      ackWaitMs: 500,
      handle: async ({ data, attempt }) => seen.see(`${data.n}/${attempt}`),
    })
    await seen.until((all) => all.length === 3)
    expect([...seen.all].sort()).toEqual(['1/2', '2/1', '3/1'])
  })

  test('kill -9 between publishing and consuming loses nothing', async () => {
    const there = await backend()
    const { child, said } = await startChild(there, 'publish')
    await said.until((all) => all.length >= 50)
    await kill(child)
    const published = said.all.map((line) => Number(line.replace('published ', '')))
    const seen = createSightings<number>()
    const { bus } = await openAt(there)
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async ({ data }) => seen.see(data.n) })
    await seen.until((all) => published.every((n) => all.includes(n)))
    // The last event may be stored without its publisher learning of it.
    expect(seen.all.slice(0, published.length)).toEqual(published)
  })

  test("two processes receive each other's events", async () => {
    const there = await backend()
    const { bus } = await openAt(there)
    const { said } = await startChild(there, 'handle')
    const answers = createSightings<number>()
    await bus.subscribe({ durable: 'here', subjects: ['other.made'], handle: async ({ data }) => answers.see(data.n) })
    await said.until((all) => all.includes('ready'))
    await publishInOrder(bus, numbers(5))
    expect(await answers.until((all) => all.length === 5)).toEqual(numbers(5))
  })
}
