import { MongoClient } from 'mongodb'
import { expect, onTestFinished, test } from 'vitest'
import { AppError, PART_UNAVAILABLE, UNEXPECTED } from '../../errors.ts'
import { type Backend, openAt } from './backend.ts'
import { createGate } from './sightings.ts'

/** Longer than any test may take, so whatever settles did not wait for it. */
const NEVER = { timeoutMs: 600_000 }

export function requestSuite(backend: () => Promise<Backend>): void {
  test('a request is answered, also across buses, with copies', async () => {
    const there = await backend()
    const { bus: asking } = await openAt(there)
    const { bus: answering } = await openAt(there)
    const reply = { sum: 0, note: undefined }
    await answering.respond('sum.find', async ({ a, b }) => Object.assign(reply, { sum: a + b }))
    const first = await asking.request('sum.find', { a: 1, b: 2 }, NEVER)
    const second = await asking.request('sum.find', { a: 3, b: 4 }, NEVER)
    expect(first).toStrictEqual({ sum: 3 })
    expect(second).toStrictEqual({ sum: 7 })
  })

  test('requests are answered concurrently', async () => {
    const { bus } = await openAt(await backend())
    const both = createGate()
    let asked = 0
    await bus.respond('sum.find', async ({ a, b }) => {
      asked += 1
      if (asked === 2) both.open()
      await both.opened
      return { sum: a + b }
    })
    const answers = [bus.request('sum.find', { a: 1, b: 1 }, NEVER), bus.request('sum.find', { a: 2, b: 2 }, NEVER)]
    expect(await Promise.all(answers)).toEqual([{ sum: 2 }, { sum: 4 }])
  })

  test('each request reaches one of several responders', async () => {
    const there = await backend()
    const { bus: one } = await openAt(there)
    const { bus: two } = await openAt(there)
    let asked = 0
    for (const bus of [one, two]) {
      await bus.respond('sum.find', async ({ a, b }) => {
        asked += 1
        return { sum: a + b }
      })
    }
    const asks = Array.from({ length: 20 }, (_, a) => one.request('sum.find', { a, b: 0 }, NEVER))
    expect((await Promise.all(asks)).map(({ sum }) => sum)).toEqual(Array.from({ length: 20 }, (_, a) => a))
    expect(asked).toBe(20)
  })

  test('an AppError of the responder arrives with its code and message', async () => {
    const { bus } = await openAt(await backend())
    await bus.respond('sum.find', async () => {
      throw new AppError('NOT_FOUND', 'There is no such sum')
    })
    const asking = bus.request('sum.find', { a: 1, b: 2 }, NEVER)
    await expect(asking).rejects.toMatchObject({ name: 'AppError', code: 'NOT_FOUND', message: 'There is no such sum' })
  })

  test('any other error is INTERNAL for the caller and logged by the responder', async () => {
    const { bus, lines } = await openAt(await backend())
    await bus.respond('sum.find', () => {
      throw new Error('password=hunter2')
    })
    const error = await bus.request('sum.find', { a: 1, b: 2 }, NEVER).catch((caught: unknown) => caught)
    // A route may pass the message on to a visitor.
    expect(error).toMatchObject({ name: 'AppError', code: 'INTERNAL', message: UNEXPECTED })
    expect(lines.all.filter((line) => line.level === 50)).toMatchObject([
      { subject: 'sum.find', err: { message: 'password=hunter2' } },
    ])
  })

  test('an unavailable store of the responder is UNAVAILABLE for the caller and logged by the responder', async () => {
    const { bus, lines } = await openAt(await backend())
    const away = new MongoClient('mongodb://127.0.0.1:1/none', { serverSelectionTimeoutMS: 50 })
    onTestFinished(() => away.close())
    await bus.respond('sum.find', async () => ({ sum: await away.db().collection('things').countDocuments({}) }))
    const asking = bus.request('sum.find', { a: 1, b: 2 }, NEVER)
    await expect(asking).rejects.toMatchObject({ name: 'AppError', code: 'UNAVAILABLE', message: PART_UNAVAILABLE })
    expect(lines.all.filter((line) => line.level === 50)).toMatchObject([
      { subject: 'sum.find', err: { type: 'MongoServerSelectionError' } },
    ])
  })

  test('the cause of an UNAVAILABLE of the responder is in its log', async () => {
    const { bus, lines } = await openAt(await backend())
    await bus.respond('sum.find', () => {
      throw new AppError('UNAVAILABLE', PART_UNAVAILABLE, { cause: new Error('The store is locked') })
    })
    const asking = bus.request('sum.find', { a: 1, b: 2 }, NEVER)
    await expect(asking).rejects.toMatchObject({ code: 'UNAVAILABLE', message: PART_UNAVAILABLE })
    expect(lines.all.filter((line) => line.level === 50)).toMatchObject([
      { subject: 'sum.find', err: { message: expect.stringContaining('The store is locked') } },
    ])
  })

  test('a slow answer is UPSTREAM_TIMED_OUT', async () => {
    const { bus } = await openAt(await backend())
    const gate = createGate()
    await bus.respond('sum.find', async ({ a, b }) => {
      await gate.opened
      return { sum: a + b }
    })
    const asking = bus.request('sum.find', { a: 1, b: 2 }, { timeoutMs: 50 })
    await expect(asking).rejects.toMatchObject({
      code: 'UPSTREAM_TIMED_OUT',
      cause: { message: expect.stringMatching(/sum\.find/) },
    })
    gate.open()
    expect(await bus.request('sum.find', { a: 1, b: 2 }, NEVER)).toEqual({ sum: 3 })
  })

  test('a request without a responder is UNAVAILABLE at once', async () => {
    const { bus } = await openAt(await backend())
    const nobody = { code: 'UNAVAILABLE', cause: { message: expect.stringMatching(/Nothing responds to sum\.find/) } }
    await expect(bus.request('sum.find', { a: 1, b: 2 }, NEVER)).rejects.toMatchObject(nobody)
    const answering = await bus.respond('sum.find', async ({ a, b }) => ({ sum: a + b }))
    expect(await bus.request('sum.find', { a: 1, b: 2 }, NEVER)).toEqual({ sum: 3 })
    await answering.stop()
    await expect(bus.request('sum.find', { a: 1, b: 2 }, NEVER)).rejects.toMatchObject(nobody)
  })

  test('in-flight replies are sent before the bus closes', async () => {
    const there = await backend()
    const { bus: asking } = await openAt(there)
    const { bus: answering } = await openAt(there)
    const gate = createGate()
    const asked = createGate()
    await answering.respond('sum.find', async ({ a, b }) => {
      asked.open()
      await gate.opened
      return { sum: a + b }
    })
    const answer = asking.request('sum.find', { a: 1, b: 2 }, NEVER)
    await asked.opened
    const closing = answering.close()
    // By the answer, the server has also stopped sending requests here.
    await answering.ping()
    gate.open()
    expect(await answer).toEqual({ sum: 3 })
    await closing
  })

  test('large requests and replies pass, oversized ones are TOO_LARGE', async () => {
    const { bus } = await openAt(await backend())
    await bus.respond('text.find', async ({ length, text = '' }) => ({ text: text + 'x'.repeat(length) }))
    const text = 'y'.repeat(400_000)
    const { text: answer } = await bus.request('text.find', { length: 500_000, text }, NEVER)
    expect(answer.length).toBe(900_000)
    const tooLarge = { code: 'TOO_LARGE' }
    await expect(bus.request('text.find', { length: 1_000_000 }, NEVER)).rejects.toMatchObject(tooLarge)
    const tooLong = { length: 0, text: 'y'.repeat(1_000_000) }
    await expect(bus.request('text.find', tooLong, NEVER)).rejects.toMatchObject(tooLarge)
  })

  test('values that JSON cannot hold are rejected in requests and replies', async () => {
    const { bus } = await openAt(await backend())
    await bus.respond('sum.find', async () => ({ sum: 1n as unknown as number }))
    const refused = { code: 'BAD_REQUEST', message: expect.stringMatching(/sum\.find.*JSON/) }
    await expect(bus.request('sum.find', { a: 1n as unknown as number, b: 2 }, NEVER)).rejects.toMatchObject(refused)
    await expect(bus.request('sum.find', { a: 1, b: 2 }, NEVER)).rejects.toMatchObject({ code: 'INTERNAL' })
  })
}
