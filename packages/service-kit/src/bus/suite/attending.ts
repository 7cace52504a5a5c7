import { expect, test } from 'vitest'
import { numbers, openAt, type Place, said } from './place.ts'
import { createSightings } from './sightings.ts'

export function attendingSuite(place: () => Promise<Place>): void {
  test('an attender hears its people’s events, each once, from when they joined until they left', async () => {
    const there = await place()
    const { bus } = await openAt(there)
    const { bus: other, counted } = await openAt(there)
    const seen = createSightings<number>()
    await bus.publish(said(1, 'asha', 'ravi'))
    const attendance = await other.attend({ subjects: ['word.said'], handle: ({ data }) => seen.see(data.n) })
    await attendance.join('asha')
    await bus.publish(said(2, 'asha', 'ravi'))
    await bus.publish(said(3, 'ravi', 'asha'))
    await bus.publish(said(4, 'ravi', 'mira'))
    await attendance.join('ravi')
    await bus.publish(said(5, 'asha', 'ravi'))
    await bus.publish(said(6, 'mira', 'ravi'))
    expect(await seen.until((all) => all.includes(6))).toEqual([2, 3, 5, 6])
    expect(await counted('done')).toBeGreaterThanOrEqual(4)
    attendance.leave('asha')
    await bus.publish(said(7, 'asha', 'mira'))
    await bus.publish(said(8, 'asha', 'ravi'))
    expect(await seen.until((all) => all.includes(8))).toEqual([2, 3, 5, 6, 8])
    await attendance.stop()
    await bus.publish(said(9, 'asha', 'ravi'))
    const marker = createSightings<number>()
    await other.follow({ subjects: ['word.said'], from: { after: 0 }, handle: async ({ data }) => marker.see(data.n) })
    expect(await marker.until((all) => all.includes(9))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(seen.all).toEqual([2, 3, 5, 6, 8])
  })

  test('somebody who joined twice leaves with the second leave', async () => {
    const { bus } = await openAt(await place())
    const seen = createSightings<number>()
    const attendance = await bus.attend({ subjects: ['word.said'], handle: ({ data }) => seen.see(data.n) })
    await Promise.all([attendance.join('asha'), attendance.join('asha'), attendance.join('end')])
    const first = attendance.held('asha')
    attendance.leave('asha')
    expect([first, attendance.held('asha')]).toEqual([expect.any(Object), first])
    await bus.publish(said(1, 'asha', 'ravi'))
    await seen.until((all) => all.includes(1))
    attendance.leave('asha')
    attendance.leave('asha')
    expect(attendance.held('asha')).toBeUndefined()
    await bus.publish(said(2, 'asha', 'ravi'))
    await bus.publish(said(3, 'ravi', 'end'))
    expect(await seen.until((all) => all.includes(3))).toEqual([1, 3])
    await attendance.join('asha')
    expect(attendance.held('asha')).not.toBe(first)
  })

  test('nothing goes by while others leave', async () => {
    const there = await place()
    const { bus } = await openAt(there)
    const { bus: other } = await openAt(there)
    const seen = createSightings<number>()
    const attendance = await other.attend({ subjects: ['word.said'], handle: ({ data }) => seen.see(data.n) })
    await attendance.join('ravi')
    const last = 400
    const publishing = Promise.all(numbers(last).map((n) => bus.publish(said(n, `asha-${n % 20}`, 'ravi'))))
    for (const n of numbers(20, 0)) {
      await attendance.join(`asha-${n}`)
      attendance.leave(`asha-${n}`)
    }
    await publishing
    const all = await seen.until((each) => each.length >= last)
    expect([...all].sort((a, b) => a - b)).toEqual(numbers(last))
  })

  test('an event that cannot be handled is logged, and those behind it are heard', async () => {
    const { bus, lines } = await openAt(await place())
    const seen = createSightings<number>()
    const attendance = await bus.attend({
      subjects: ['word.said'],
      handle({ data }) {
        seen.see(data.n)
        if (data.n === 1) throw new Error('no')
      },
    })
    await attendance.join('asha')
    for (const n of [1, 2]) await bus.publish(said(n, 'asha', 'ravi'))
    expect(await seen.until((all) => all.includes(2))).toEqual([1, 2])
    expect(lines.all.filter((line) => line.level === 50)).toMatchObject([
      { subject: 'word.said', err: { message: 'no' } },
    ])
  })

  test('events between people reach other subscribers, too', async () => {
    const { bus } = await openAt(await place())
    const handled = createSightings<number>()
    await bus.publish(said(1, 'asha', 'ravi'))
    await bus.subscribe({ durable: 'reader', subjects: ['word.said'], handle: async ({ data }) => handled.see(data.n) })
    await bus.publish(said(2, 'ravi', 'asha'))
    expect(await handled.until((all) => all.length === 2)).toEqual([1, 2])
  })

  test('what names no two people is refused', async () => {
    const { bus } = await openAt(await place())
    const refused = { code: 'BAD_REQUEST' }
    await expect(bus.attend({ subjects: ['thing.made'], handle: () => {} })).rejects.toMatchObject(refused)
    for (const id of ['', 'a.b', '*', '>']) {
      await expect(bus.publish(said(1, 'asha', id))).rejects.toMatchObject(refused)
    }
  })
}
