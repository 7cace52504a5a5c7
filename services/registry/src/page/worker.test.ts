import { createContext, runInContext } from 'node:vm'
import { LOCAL_VERSION } from '@aangan/contracts/override'
import { WORKER_URL } from '@aangan/contracts/page'
import { expect, onTestFinished, test } from 'vitest'
import { startRegistry } from '../testing/registry.ts'

test.each([
  ['opens pages', '1.0.0', 'on', /'fetch'/],
  ['leaves, if it is off', '1.0.0', 'off', /unregister/],
  ['leaves a site in development', LOCAL_VERSION, 'on', /unregister/],
] as const)('the worker %s', async (_does, version, SERVICE_WORKER, expected) => {
  const registry = await startRegistry({
    releases: [{ name: 'shell', version }],
    posts: () => undefined,
    env: { SERVICE_WORKER },
  })
  onTestFinished(() => registry.close())
  const { headers, body } = await registry.app.inject(WORKER_URL)
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'service-worker-allowed': '/' })
  expect(body).toMatch(expected)
  expect(() => new Function(body)).not.toThrow()
})

interface Navigation {
  request: { mode: 'navigate'; method: 'GET'; url: string }
  preloadResponse: Promise<undefined>
  respondWith(response: Promise<Response>): void
}

/** What the worker shows of an address that the browser has kept, once the site cannot be reached. */
async function openOffline(worker: string, kept: Response): Promise<Response> {
  let onFetch = (_event: Navigation): void => {
    throw new Error('the worker answers nothing')
  }
  const addEventListener = (type: string, listener: typeof onFetch) => {
    if (type === 'fetch') onFetch = listener
  }
  const fetch = async (asked: unknown) => {
    if (typeof asked !== 'string') throw new TypeError('Failed to fetch')
    return kept
  }
  runInContext(worker, createContext({ addEventListener, fetch, Response, URL }))
  const request = { mode: 'navigate', method: 'GET', url: 'http://site/kept' } as const
  return new Promise((respondWith) =>
    onFetch({ request, preloadResponse: Promise.resolve(undefined), respondWith: (it) => respondWith(it) }),
  )
}

test.each([
  ['a page', 'text/html; charset=utf-8', 'text/html; charset=utf-8', '<html data-kept>'],
  ['data', 'application/json; charset=utf-8', 'application/json; charset=utf-8', '<html>'],
  ['a picture', 'image/jpeg', 'image/jpeg', '<html>'],
  ['what says nothing of itself', '', '', '<html>'],
])('the worker opens %s that is kept as what it is', async (_what, type, shownAs, text) => {
  const registry = await startRegistry({ releases: [{ name: 'shell' }], posts: () => undefined })
  onTestFinished(() => registry.close())
  const { body } = await registry.app.inject(WORKER_URL)
  const shown = await openOffline(body, new Response('<html>', { headers: { 'content-type': type } }))
  expect(shown.headers.get('content-type')).toBe(shownAs)
  expect(await shown.text()).toBe(text)
})
