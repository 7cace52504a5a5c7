import { KEPT } from '@aangan/contracts/page'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { noticeReturn } from './notice-return.ts'

// A file before this one, in the same document, may have lost the site.
beforeEach(() => document.documentElement.removeAttribute(KEPT))

it('tells all parts that the site is back, though the browser was online all along', async () => {
  vi.useFakeTimers()
  const { documentElement: page } = document
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    page.removeAttribute(KEPT)
  })
  let isAway = true
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (isAway) throw new TypeError('Failed to fetch')
    return new Response('{}')
  })
  const told = vi.fn()
  window.addEventListener('online', told)
  onTestFinished(() => window.removeEventListener('online', told))

  noticeReturn()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked).not.toHaveBeenCalled()
  page.setAttribute(KEPT, '')
  await vi.advanceTimersByTimeAsync(6_000)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(told).not.toHaveBeenCalled()
  isAway = false
  await vi.advanceTimersByTimeAsync(11_000)
  expect(told).toHaveBeenCalledTimes(1)
  expect(page.hasAttribute(KEPT)).toBe(false)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked).toHaveBeenCalledTimes(2)

  // As a call that something in the browser blocks: to tell all parts makes it again.
  const block = () => setTimeout(() => page.setAttribute(KEPT, ''), 100)
  window.addEventListener('online', block)
  onTestFinished(() => window.removeEventListener('online', block))
  told.mockClear()
  block()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(told.mock.calls.length).toBeLessThan(15)
})

it('asks again after a question that is never answered', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((limitMs) => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(), limitMs)
    return limit.signal
  })
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      (_url, { signal } = {}) =>
        new Promise((_answer, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
    )
  noticeReturn()
  document.documentElement.setAttribute(KEPT, '')
  await vi.advanceTimersByTimeAsync(120_000)
  const before = asked.mock.calls.length
  expect(before).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(180_000)
  expect(asked.mock.calls.length).toBeGreaterThan(before)
})

it('tells what was lost also if the answer to something else has come meanwhile', async () => {
  vi.useFakeTimers()
  const { documentElement: page } = document
  const told = vi.fn()
  window.addEventListener('online', told)
  onTestFinished(() => {
    vi.useRealTimers()
    window.removeEventListener('online', told)
  })
  noticeReturn()
  page.setAttribute(KEPT, '')
  await vi.advanceTimersByTimeAsync(1_000)
  page.removeAttribute(KEPT)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toHaveBeenCalledTimes(1)
})
