import { PAGE_COPY_URL, WORKER_URL } from '@aangan/contracts/page'
import { expect, it, onTestFinished, vi } from 'vitest'
import { keepPages } from './keep-pages.ts'

it('has the browser keep the page for every address, and the stylesheets that this page has inline', async () => {
  const added = ['/r/shell.css', '/r/loaded.css'].map((href) =>
    Object.assign(document.createElement('link'), { rel: 'stylesheet', href, disabled: href === '/r/shell.css' }),
  )
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    for (const element of added) element.remove()
  })
  const register = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  const answers: Response[] = []
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const answer = new Response('kept')
    answers.push(answer)
    return answer
  })
  document.head.append(...added)

  keepPages()
  await vi.advanceTimersByTimeAsync(2_900)
  expect(register).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(register).toHaveBeenCalledWith(WORKER_URL, expect.anything())
  expect(asked.mock.calls.map(([url]) => new URL(String(url), location.href).pathname)).toEqual([
    PAGE_COPY_URL,
    '/r/shell.css',
  ])
  // A browser keeps only what has been read.
  expect(answers.every(({ bodyUsed }) => bodyUsed)).toBe(true)
})
