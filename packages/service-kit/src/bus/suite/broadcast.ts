import { expect, test } from 'vitest'
import type { Heard } from '../bus.ts'
import { type Backend, openAt, type TestBroadcasts } from './backend.ts'
import { createGate, createSightings } from './sightings.ts'

export function broadcastSuite(backend: () => Promise<Backend>): void {
  test('a broadcast reaches all current listeners of its subject, and no later ones', async () => {
    const there = await backend()
    const { bus: one } = await openAt(there)
    const { bus: two } = await openAt(there)
    const ofOne = createSightings<Heard<'news.told' | 'node.seen', TestBroadcasts>>()
    const ofTwo = createSightings<number>()
    const late = createSightings<number>()
    await one.listen({ subjects: ['news.told', 'node.seen'], handle: async (told) => ofOne.see(told) })
    await two.listen({ subjects: ['news.told'], handle: async ({ data }) => ofTwo.see(data.n) })
    await two.broadcast('news.told', { n: 1, note: undefined })
    await two.broadcast('node.seen', { node: 'a' })
    await ofOne.until((all) => all.length === 2)
    await ofTwo.until((all) => all.includes(1))
    await one.listen({ subjects: ['news.told'], handle: async ({ data }) => late.see(data.n) })
    await two.broadcast('news.told', { n: 2 })
    await ofOne.until((all) => all.length === 3)
    expect(ofOne.all).toStrictEqual([
      { subject: 'news.told', data: { n: 1 } },
      { subject: 'node.seen', data: { node: 'a' } },
      { subject: 'news.told', data: { n: 2 } },
    ])
    expect(await ofTwo.until((all) => all.includes(2))).toEqual([1, 2])
    expect(await late.until((all) => all.includes(2))).toEqual([2])
  })

  test('a broadcast without a listener succeeds; an oversized one fails', async () => {
    const there = await backend()
    const { bus } = await openAt(there)
    await bus.broadcast('news.told', { n: 1 })
    const note = 'x'.repeat(1_000_001)
    await expect(bus.broadcast('news.told', { n: 1, note })).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  test('a failing listener is logged and still receives the next broadcast, like all others', async () => {
    const { bus, lines } = await openAt(await backend())
    const failing = createSightings<number>()
    const other = createSightings<number>()
    await bus.listen({
      subjects: ['news.told'],
      async handle({ data }) {
        failing.see(data.n)
        throw new Error('no')
      },
    })
    await bus.listen({ subjects: ['news.told'], handle: async ({ data }) => other.see(data.n) })
    await bus.broadcast('news.told', { n: 1 })
    await bus.broadcast('news.told', { n: 2 })
    expect(await failing.until((all) => all.length === 2)).toEqual([1, 2])
    expect(await other.until((all) => all.length === 2)).toEqual([1, 2])
    const told = await lines.until((all) => all.filter((line) => line.level === 40).length === 2)
    expect(told.find((line) => line.level === 40)).toMatchObject({ subject: 'news.told', err: { message: 'no' } })
  })

  test('stopping waits for in-flight handlers, and no broadcast is received afterwards', async () => {
    const { bus } = await openAt(await backend())
    const gate = createGate()
    const began = createGate()
    const seen = createSightings<number>()
    const staying = createSightings<number>()
    const subscription = await bus.listen({
      subjects: ['news.told'],
      async handle({ data }) {
        began.open()
        await gate.opened
        // Leaves work to do, so that a `stop` that does not wait is noticed.
        await new Promise(setImmediate)
        seen.see(data.n)
      },
    })
    await bus.listen({ subjects: ['news.told'], handle: async ({ data }) => staying.see(data.n) })
    await bus.broadcast('news.told', { n: 1 })
    await began.opened
    const stopping = subscription.stop()
    expect(seen.all).toEqual([])
    gate.open()
    await stopping
    await bus.broadcast('news.told', { n: 2 })
    await staying.until((all) => all.includes(2))
    expect(seen.all).toEqual([1])
  })
}
