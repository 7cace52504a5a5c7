import { expect, test } from 'vitest'
import { AppError, PART_UNAVAILABLE } from '../../errors.ts'
import { type Backend, listed, made, openAt, parkedAt, publishInOrder, QUICK } from './backend.ts'
import { createSightings } from './sightings.ts'

const AWAY = new AppError('UNAVAILABLE', PART_UNAVAILABLE)
const AT_ONCE = { ...QUICK, firstDelayMs: 0, lastDelayMs: 0 }

const LOST_AT_MOST = 40

export function outageSuite(backend: () => Promise<Backend>): void {
  test('an outage of 1,000 attempts uses up none', async () => {
    const there = await backend()
    const { bus, counted } = await openAt(there, AT_ONCE)
    const attempts = createSightings<number>()
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      maxAttempts: 2,
      async handle({ attempt }) {
        attempts.see(attempt)
        if (attempts.all.length <= 1_000) throw AWAY
        // The first failure of its own, after which it has one more attempt.
        if (attempts.all.length === 1_001) throw new Error('a bug')
      },
    })
    await bus.publish(made(1))
    expect((await attempts.until((all) => all.length === 1_002)).slice(-3)).toEqual([1, 1, 2])
    await expect.poll(() => there.outstanding('reader'), { timeout: 20_000 }).toBe(0)
    expect([await counted('postponed'), await counted('failed'), await counted('done')]).toEqual([1_000, 1, 1])
    expect(await listed(await parkedAt(there))).toEqual([])
  })

  test('an outage that several processes share uses up no attempts of any, nor of the next ones', async () => {
    const there = await backend()
    const attempts = createSightings<number>()
    const seen = createSightings<number>()
    let isAway = true
    const subscribe = async () => {
      const { bus } = await openAt(there, AT_ONCE)
      await bus.subscribe({
        durable: 'reader',
        subjects: ['thing.made'],
        // Deliveries that a busy or stopping process loses come again after it, and count.
        ackWaitMs: 1_000,
        maxAttempts: LOST_AT_MOST,
        async handle({ data, attempt }) {
          attempts.see(attempt)
          if (isAway) throw AWAY
          seen.see(data.n)
        },
      })
      return bus
    }
    const first = await subscribe()
    await publishInOrder(first, [1, 2])
    await attempts.until((all) => all.length > 2 * LOST_AT_MOST)
    await subscribe()
    await first.close()
    const before = attempts.all.length
    await attempts.until((all) => all.length > before + 2 * LOST_AT_MOST)
    isAway = false
    expect((await seen.until((all) => all.length === 2)).sort()).toEqual([1, 2])
    expect(Math.max(...attempts.all)).toBeLessThan(LOST_AT_MOST)
  })

  test('newer events go on while one waits', async () => {
    const { bus, lines, gauge } = await openAt(await backend())
    const seen = createSightings<number>()
    let isAway = true
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      async handle({ data }) {
        if (data.n === 1 && isAway) throw AWAY
        seen.see(data.n)
      },
    })
    await publishInOrder(bus, [1, 2])
    await seen.until((all) => all.includes(2))
    const told = await lines.until((all) => all.some(({ level, event }) => level === 40 && event === 'made-1'))
    expect(told.find(({ level }) => level === 40)).toMatchObject({ durable: 'reader', outages: 1 })
    expect(await gauge('bus_oldest_unhandled_seconds', 'reader')).toBeGreaterThan(0)
    isAway = false
    expect(await seen.until((all) => all.length === 2)).toEqual([2, 1])
  })
}
