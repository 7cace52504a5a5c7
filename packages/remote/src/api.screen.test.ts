import { it } from 'vitest'
import { cdp } from 'vitest/browser'
import { baseQuery } from './api.ts'
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

it('an aborted request keeps nothing of its page in memory until its time limit', async () => {
  const page = await leftPage()
  const isGone = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    return page.deref() === undefined
  }
  await until(isGone).toBe(true)
})
