import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOrder } from './order.ts'

type Message = { chatId: string; rev: number }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('stopped while it fills a gap, it asks for no more', async () => {
  const find = vi.fn<() => Promise<Message[]>>()
  const order = createOrder<Message>({ tell: () => {}, onLateEvent: () => {}, find })
  let fail = (_error: Error) => {}
  find.mockReturnValueOnce(
    new Promise((_resolve, reject) => {
      fail = reject
    }),
  )
  order.take({ chatId: 'chat', rev: 1 })
  order.take({ chatId: 'chat', rev: 3 })
  await vi.runAllTimersAsync()
  expect(find).toHaveBeenCalledTimes(1)
  order.stop()
  fail(new Error('the bus is closed'))
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
})
