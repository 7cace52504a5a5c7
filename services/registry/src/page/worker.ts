import { LOCAL_VERSION } from '@aangan/contracts/override'
import { KEPT, LEAVING_WORKER, PAGE_COPY_URL, WORKER_HEADERS, WORKER_URL } from '@aangan/contracts/page'
import { SHELL } from '@aangan/contracts/release-urls'
import type { App } from '@aangan/service-kit/server'
import type { PageRoutes } from './routes.ts'

/**
 * Opens pages while the site is out of reach, from what the browser's own cache has: the page as it was last seen, else
 * the one that fits every address. It keeps nothing itself, and always asks the network first, so that it can hold back no
 * release.
 */
const KEEPING = `
addEventListener('install', (event) => {
  skipWaiting()
  // Not even asked about anything else.
  event.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' })
})
addEventListener('activate', (event) => {
  // Firefox shows its own error as soon as a preloaded request fails, whatever the worker answers. It has no such event.
  if (globalThis.InstallEvent?.prototype.addRoutes) event.waitUntil(registration.navigationPreload.enable())
})
addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  if (method !== 'GET') return
  if (mode === 'navigate') event.respondWith(open(event))
  // WebKit loads what a worker leaves to it without its cache.
  else if (isCached(new URL(url))) event.respondWith(load(event.request))
})

function isCached({ origin, pathname }) {
  return origin === location.origin && !pathname.startsWith('/socket.io/')
}

async function load(request) {
  try {
    return await fetch(request)
  } catch (error) {
    // When a page is reloaded, WebKit asks about its files. Data has no destination: who asked must hear that it is old.
    const file = request.destination && (await kept(request.url))
    if (file) return file
    throw error
  }
}

async function open({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const page = (await keptPage(request.url)) ?? (await anyPage(new URL(request.url)))
    if (page) return page
    throw error
  }
}

async function keptPage(url) {
  const response = await kept(url)
  return response && isPage(response) ? toPage(await response.text(), response) : response
}

/** Anything else would be read as HTML: data and files have what their writers have put there. */
function isPage({ headers }) {
  return /^text\\/html\\b/i.test(headers.get('content-type'))
}

async function anyPage({ pathname }) {
  const response = isFile(pathname) ? null : await kept('${PAGE_COPY_URL}')
  return response && toPage((await response.json()).html, response)
}

function isFile(pathname) {
  return /^\\/(r|media|docs)(\\/|$)/.test(pathname)
}

function kept(url) {
  const options = { cache: 'only-if-cached', mode: 'same-origin', redirect: 'error' }
  return fetch(url, options).then((response) => (response.ok ? response : null), () => null)
}

/** With its policy. */
function toPage(html, { headers }) {
  const policy = headers.get('content-security-policy') ?? "default-src 'none'"
  return new Response(html.replace('<html', '<html ${KEPT}'), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}
`

export function addWorker(app: App, { config, releases }: Pick<PageRoutes, 'config' | 'releases'>): void {
  app.get(WORKER_URL, { schema: { hide: true } }, async (_request, reply) => {
    // A development site that has stopped must not look alive.
    const isLocal = (await releases.current()).get(SHELL)?.version === LOCAL_VERSION
    return reply.headers(WORKER_HEADERS).send(config.SERVICE_WORKER === 'off' || isLocal ? LEAVING_WORKER : KEEPING)
  })
}
