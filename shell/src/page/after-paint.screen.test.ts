import { expect, it, onTestFinished, vi } from 'vitest'
import { afterPaint } from './after-paint.ts'

function open({ isPainted = false, visibility = 'visible' as DocumentVisibilityState }) {
  const frames: FrameRequestCallback[] = []
  const spies = [
    vi.spyOn(performance, 'getEntriesByName').mockReturnValue(isPainted ? [{} as PerformanceEntry] : []),
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility),
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback)),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  let isOver = false
  const over = afterPaint().then(() => {
    isOver = true
  })
  return { over, isOver: () => isOver, paint: () => frames.map((callback) => callback(0)) }
}

it('waits for the frame that paints the page, and until that is over', async () => {
  const { over, isOver, paint } = open({})
  await Promise.resolve()
  expect(isOver()).toBe(false)
  paint()
  await Promise.resolve()
  expect(isOver()).toBe(false)
  await over
})

it('waits no longer for a page that is hidden meanwhile', async () => {
  const { over } = open({})
  document.dispatchEvent(new Event('visibilitychange'))
  await over
})

it.each([
  ['that is painted already', { isPainted: true }],
  ['in the background', { visibility: 'hidden' as const }],
])('does not wait with a page %s', async (_which, page) => {
  await open(page).over
})
