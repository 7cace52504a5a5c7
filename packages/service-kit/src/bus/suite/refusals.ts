import { expect, test } from 'vitest'
import { type Backend, made, openAt } from './backend.ts'
import { createSightings } from './sightings.ts'

export function refusalSuite(backend: () => Promise<Backend>): void {
  test('values that JSON cannot hold are rejected when published', async () => {
    const { bus } = await openAt(await backend())
    const circular: { n: number; self?: unknown } = { n: 1 }
    circular.self = circular
    for (const data of [{ n: 1n }, circular, undefined, () => 1]) {
      const event = { id: 'e1', subject: 'thing.made' as const, data: data as { n: number } }
      await expect(bus.publish(event)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringMatching(/thing\.made e1.*JSON/),
      })
    }
    await bus.publish(made(1))
  })

  test('an event of more than a million bytes is rejected, a slightly smaller one arrives', async () => {
    const { bus } = await openAt(await backend())
    const seen = createSightings<number>()
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      handle: async ({ data }) => seen.see(data.long?.length ?? 0),
    })
    const long = 'x'.repeat(1_000_000)
    const tooLong = { id: 'e1', subject: 'thing.made' as const, data: { n: 1, long } }
    await expect(bus.publish(tooLong)).rejects.toMatchObject({ code: 'TOO_LARGE' })
    await bus.publish({ id: 'e2', subject: 'thing.made', data: { n: 1, long: long.slice(100) } })
    expect(await seen.until((all) => all.length === 1)).toEqual([999_900])
  })

  test('names that one of the buses could not carry are rejected by both', async () => {
    const { bus } = await openAt(await backend())
    const handle = async () => {}
    const subject = 'thing.*' as 'thing.made'
    const refused = { code: 'BAD_REQUEST' }
    await expect(bus.publish({ id: 'e1', subject, data: { n: 1 } })).rejects.toMatchObject(refused)
    await expect(bus.publish({ ...made(1), id: 'two words' })).rejects.toMatchObject(refused)
    await expect(bus.publish({ ...made(1), id: '' })).rejects.toMatchObject(refused)
    await expect(bus.subscribe({ durable: 'reader', subjects: [subject], handle })).rejects.toMatchObject(refused)
    await expect(bus.subscribe({ durable: 'reader', subjects: [], handle })).rejects.toMatchObject(refused)
    await expect(bus.follow({ subjects: [subject], from: 'now', handle })).rejects.toMatchObject(refused)
    await expect(bus.follow({ subjects: [], from: 'now', handle })).rejects.toMatchObject(refused)
    for (const after of [-1, 1.5, Number.NaN]) {
      await expect(bus.follow({ subjects: ['thing.made'], from: { after }, handle })).rejects.toMatchObject(refused)
    }
    await expect(bus.broadcast('news.*' as 'news.told', { n: 1 })).rejects.toMatchObject(refused)
    await expect(bus.listen({ subjects: ['news.*' as 'news.told'], handle })).rejects.toMatchObject(refused)
    await expect(bus.listen({ subjects: [], handle })).rejects.toMatchObject(refused)
    const dotted = { durable: 'a.b', subjects: ['thing.made'] as const, handle }
    await expect(bus.subscribe(dotted)).rejects.toMatchObject(refused)
  })

  test('a closed bus rejects everything, and closing it again does nothing', async () => {
    const { bus } = await openAt(await backend())
    await bus.ping()
    await bus.close()
    await bus.close()
    const refused = { code: 'UNAVAILABLE' }
    await expect(bus.publish(made(1))).rejects.toMatchObject(refused)
    await expect(bus.ping()).rejects.toMatchObject(refused)
    await expect(bus.request('sum.find', { a: 1, b: 2 }, { timeoutMs: 60_000 })).rejects.toMatchObject(refused)
    const reader = { durable: 'reader', subjects: ['thing.made'] as const, handle: async () => {} }
    await expect(bus.subscribe(reader)).rejects.toMatchObject(refused)
    await expect(bus.respond('sum.find', async () => ({ sum: 0 }))).rejects.toMatchObject(refused)
    await expect(bus.follow({ ...reader, from: 'now' })).rejects.toMatchObject(refused)
    await expect(bus.broadcast('news.told', { n: 1 })).rejects.toMatchObject(refused)
    await expect(bus.listen({ subjects: ['news.told'], handle: async () => {} })).rejects.toMatchObject(refused)
  })
}
