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

interface Asked {
  mode: 'navigate' | 'cors' | 'no-cors'
  method: 'GET' | 'POST'
  destination: 'document' | 'script' | ''
  url: string
}

const PAGE: Asked = { mode: 'navigate', method: 'GET', destination: 'document', url: 'http://site/kept' }
const SCRIPT: Asked = { ...PAGE, mode: 'cors', destination: 'script' }

/**
 * What the worker answers once the site cannot be reached, and the browser has kept this. Undefined: it leaves it to the
 * browser.
 */
async function askOffline(worker: string, request: Asked, kept: Response): Promise<Response | undefined> {
  let onFetch = (_event: object): void => {
    throw new Error('the worker answers nothing')
  }
  const addEventListener = (type: string, listener: typeof onFetch) => {
    if (type === 'fetch') onFetch = listener
  }
  const fetch = async (asked: unknown) => {
    if (typeof asked !== 'string') throw new TypeError('Failed to fetch')
    return kept
  }
  const location = new URL('http://site/r/worker.js')
  runInContext(worker, createContext({ addEventListener, fetch, location, Response, URL }))
  let answer: Promise<Response> | undefined
  onFetch({
    request,
    preloadResponse: Promise.resolve(undefined),
    respondWith: (response: Promise<Response>) => {
      answer = response
    },
  })
  return await answer
}

async function workerOf(): Promise<string> {
  const registry = await startRegistry({ releases: [{ name: 'shell' }], posts: () => undefined })
  onTestFinished(() => registry.close())
  return (await registry.app.inject(WORKER_URL)).body
}

test.each([
  [
    'only in Chromium, which may show it',
    {
      InstallEvent: class {
        addRoutes() {}
      },
    },
    true,
  ],
  ['in no browser without that event', {}, false],
])('the worker has pages asked for while it starts %s', async (_where, globals, isPreloading) => {
  const [waiting, enabled]: [unknown[], string[]] = [[], []]
  const addEventListener = (type: string, listener: (event: object) => void) => {
    if (type === 'activate') listener({ waitUntil: (promise: unknown) => waiting.push(promise) })
  }
  const navigationPreload = { enable: async () => void enabled.push('pages') }
  const registration = { navigationPreload }
  runInContext(await workerOf(), createContext({ ...globals, addEventListener, registration }))
  await Promise.all(waiting)
  expect(enabled).toEqual(isPreloading ? ['pages'] : [])
})

test.each([
  ['a page', 'text/html; charset=utf-8', 'text/html; charset=utf-8', '<html data-kept>'],
  ['data', 'application/json; charset=utf-8', 'application/json; charset=utf-8', '<html>'],
  ['a picture', 'image/jpeg', 'image/jpeg', '<html>'],
  ['what says nothing of itself', '', '', '<html>'],
])('the worker opens %s that is kept as what it is', async (_what, type, shownAs, text) => {
  const shown = await askOffline(await workerOf(), PAGE, new Response('<html>', { headers: { 'content-type': type } }))
  expect(shown?.headers.get('content-type')).toBe(shownAs)
  expect(await shown?.text()).toBe(text)
})

test('the worker lets browsers load files from their cache, and tells who asks for data that there is none', async () => {
  const worker = await workerOf()
  const ask = (request: Asked) => askOffline(worker, request, new Response('kept'))
  expect(await (await ask(SCRIPT))?.text()).toBe('kept')
  await expect(ask({ ...SCRIPT, destination: '' })).rejects.toThrow('Failed to fetch')
})

test.each([
  ['what is sent', { ...PAGE, method: 'POST' }],
  ['messages', { ...SCRIPT, destination: '', url: 'http://site/socket.io/?transport=polling' }],
  ['other sites', { ...SCRIPT, url: 'http://tiles/1.png' }],
] as const)('the worker leaves %s to the browser', async (_what, request) => {
  expect(await askOffline(await workerOf(), request, new Response('kept'))).toBeUndefined()
})
