import { escapeJson } from '@aangan/contracts/html'
import { expect, it, onTestFinished, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { baseQuery } from './api.ts'
import { showKept } from './kept-answer.ts'
import { until } from './testing/user-actions.ts'

/** Typed by the provider only. */
const devtools = cdp() as unknown as { send(method: string): Promise<unknown> }

/** Aborts a request, as RTK Query does for a page that is left. Returns what its caller's signal refers to. */
async function leftPage(): Promise<WeakRef<object>> {
  const caller = new AbortController()
  const page = { root: document.createElement('main') }
  caller.signal.addEventListener('abort', () => page.root.remove())
  const extra = { takeFirstData: () => null }
  const { signal } = caller
  const asked = baseQuery('/never-read', { signal, extra } as unknown as Parameters<typeof baseQuery>[1], {})
  caller.abort()
  await asked
  return new WeakRef(page)
}

it('offline, finds an answer in the page that has carried it', async () => {
  const first = { path: '/homes/1', status: 200, headers: { 'x-total-count': '3' }, body: { title: 'Flat </p>' } }
  const html = `<p>Flat</p><script type="application/json" data-path="${first.path}">${escapeJson(first)}</script>`
  vi.stubGlobal('fetch', async (url: string) => {
    if (url !== location.href) throw new TypeError('lost')
    return new Response(html, { headers: { 'content-type': 'text/html' } })
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    showKept(false)
  })
  const signal = new AbortController().signal
  const ask = (url: string) => baseQuery(url, { signal } as Parameters<typeof baseQuery>[1], {})
  expect(await ask('/homes/1')).toMatchObject({ data: first.body, meta: { status: 200 } })
  expect(await ask('/homes/2')).toHaveProperty('error')
})

it('an aborted request keeps nothing of its page in memory until its time limit', async () => {
  const page = await leftPage()
  const isGone = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    return page.deref() === undefined
  }
  await until(isGone).toBe(true)
})
