import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limited } from './body-limit.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sends `bytes` each second until the body ended or `seconds` are over. */
async function send(bytes: number, seconds: number): Promise<unknown> {
  const payload = new PassThrough()
  const through = limited(payload, 100_000_000).body.resume()
  let failure: unknown = null
  through.on('error', (error) => {
    failure = error
  })
  for (let second = 0; second < seconds && failure === null; second += 1) {
    payload.write(Buffer.alloc(bytes))
    // Streams need several event loop turns.
    await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  payload.destroy()
  return failure
}

it('accepts a slow but steady body: 15 MB over 0.4 Mbit/s', async () => {
  expect(await send(50_000, 300)).toBeNull()
})

it('refuses a body in thousands of tiny chunks', async () => {
  const payload = new PassThrough()
  const { body } = limited(payload, 1_000_000)
  for (let count = 0; count < 1_001; count += 1) payload.write('a')
  await expect(buffer(body)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

it('aborts a body that is too slow, and one that stops', async () => {
  expect(await send(1_000, 300)).toMatchObject({ code: 'TIMED_OUT' })
  expect(await send(0, 300)).toMatchObject({ code: 'TIMED_OUT' })
})

it('aborts a body that is silent for twenty seconds, unless it has to wait for the service', async () => {
  expect(await send(0, 20)).toBeNull()
  expect(await send(0, 26)).toMatchObject({ code: 'TIMED_OUT' })
  const payload = new PassThrough()
  const { body: unread } = limited(payload, 100_000_000)
  payload.write(Buffer.alloc(100_000))
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(50_000)
  expect(unread.destroyed).toBe(false)
  unread.destroy()
})

it.each([1, -1])('does not mistake a step of the system clock for time: %i hour', async (hours) => {
  const payload = new PassThrough()
  const through = limited(payload, 100_000_000).body.resume()
  payload.write(Buffer.alloc(1))
  await new Promise((resolve) => setImmediate(resolve))
  vi.setSystemTime(Date.now() + hours * 3_600_000)
  vi.advanceTimersByTime(5_000)
  expect(through.destroyed).toBe(false)
  vi.advanceTimersByTime(20_000)
  expect(through.errored).toMatchObject({ code: 'TIMED_OUT' })
})

it('allows any rate in the first minute', async () => {
  expect(await send(1, 59)).toBeNull()
})
