import { expect, test } from 'vitest'
import { type Backend, made, numbers, openAt, publishInOrder, QUICK } from './backend.ts'
import { createGate, createSightings } from './sightings.ts'

export function failureSuite(backend: () => Promise<Backend>): void {
  test('a failing event is redelivered until it is handled, while newer ones go on', async () => {
    const { bus, counted } = await openAt(await backend())
    const seen = createSightings<string>()
    const third = createGate()
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      async handle({ data, attempt }) {
        seen.see(`${data.n}/${attempt}`)
        if (data.n === 3) third.open()
        if (data.n !== 1 || attempt > 3) return
        // Newer events pass while this one backs off.
        if (attempt === 3) await third.opened
        throw new Error('not now')
      },
    })
    await publishInOrder(bus, numbers(3))
    await seen.until((all) => all.includes('1/4') && all.includes('3/1'))
    expect(seen.all.filter((each) => each.startsWith('1/'))).toEqual(['1/1', '1/2', '1/3', '1/4'])
    expect(seen.all.filter((each) => !each.startsWith('1/'))).toEqual(['2/1', '3/1'])
    expect(await counted('failed')).toBe(3)
  })

  test('an event whose handler times out is redelivered, while newer ones go on', async () => {
    const { bus } = await openAt(await backend())
    const gate = createGate()
    const seen = createSightings<string>()
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      ackWaitMs: 100,
      async handle({ data, attempt }) {
        seen.see(`${data.n}/${attempt}`)
        if (data.n === 1 && attempt === 1) await gate.opened
      },
    })
    await publishInOrder(bus, numbers(2))
    await seen.until((all) => all.includes('1/2') && all.includes('2/1'))
    gate.open()
    expect(seen.all[0]).toBe('1/1')
  })

  test('a late success counts', async () => {
    const there = await backend()
    const { bus, lines } = await openAt(there, { ...QUICK, firstDelayMs: 600_000, lastDelayMs: 600_000 })
    const gate = createGate()
    const attempts = createSightings<number>()
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      ackWaitMs: 100,
      async handle({ attempt }) {
        attempts.see(attempt)
        await gate.opened
      },
    })
    await bus.publish(made(1))
    await lines.until((all) => all.some((line) => line.level === 40 && line.event === 'made-1'))
    expect(await there.outstanding('reader')).toBe(1)
    gate.open()
    await expect.poll(() => there.outstanding('reader'), { timeout: 20_000 }).toBe(0)
    expect(attempts.all).toEqual([1])
  })
}
