import type { RemoteRelease } from '@aangan/contracts/remotes'
import { retried } from '@aangan/remote/retried'
import type { Chunks } from './chunks.ts'
import { createLoad, type Load } from './load.ts'

declare global {
  /** Called by every bundle's loader before it adds a script or stylesheet; `container` is the one it is loaded for. */
  var __aanganGuard:
    | ((element: HTMLScriptElement | HTMLLinkElement, url: string, container?: string) => void)
    | undefined
}

export interface Files {
  /** Adds the hashes of another release. */
  trust(integrity: RemoteRelease['integrity']): void
  /**
   * Loads a file once for a container: two releases may share it. Rejects after two failures; a hanging request stays
   * pending until `hasten`.
   */
  load(url: string, container: string): Promise<void>
  /** Preloads a file with low priority. */
  prefetch(url: string): void
  /** For a retry: a pending file gets half a deadline more, then a second parallel download. */
  hasten(url: string, container: string): void
  /** Lets the next `load` fetch again, unless the file is pending. */
  forget(url: string, container: string): void
}

/** A bundle's loader that finds a stylesheet with this attribute waits for it; without, it would take it for loaded. */
const LOADING = 'data-rspack-loading'
/** Query parameter that makes a retry's URL unique; ignored when looking up the hash. */
const RETRY = 'retry'
/** Retries of another page may be in the browser's cache for a year, and as damaged as the file was then. */
const OPENED = Math.floor(performance.timeOrigin)

/**
 * Loads release files with the hashes embedded in the page, so that altered files do not run, whether loaded here or by a
 * bundle's own loader. Never cancels a download: on a slow network a restarted one might never finish.
 */
export function createFiles(
  releases: Pick<RemoteRelease, 'integrity'>[],
  { deadlineMs, chunks }: { deadlineMs: number; chunks: Chunks },
): Files {
  const hashes = new Map<string, string>()
  const loads = new Map<string, Load>()
  const tries = new Map<string, number>()

  function guard(element: HTMLScriptElement | HTMLLinkElement, url: string, container?: string): void {
    element.crossOrigin = 'anonymous'
    const hash = hashes.get(identityOf(url))
    if (hash) element.integrity = hash
    if ('rel' in element && element.rel === 'stylesheet') applyOnceLoaded(element)
    if (container === undefined || !(element instanceof HTMLScriptElement)) return
    chunks.keep(element, container)
    // Once added: another release's loader must not find it, and wait for it instead of adding its own. It must stay in
    // the document: WebKit does not say that a script is running which was removed.
    queueMicrotask(() => {
      delete element.dataset.rspack
      element.setAttribute('src', `${url}#${container}`)
    })
  }
  globalThis.__aanganGuard = guard

  function trust(integrity: RemoteRelease['integrity']): void {
    for (const [url, hash] of Object.entries(integrity)) hashes.set(identityOf(url), hash)
  }
  for (const { integrity } of releases) trust(integrity)

  /** Retries use a new URL, or the browser would join the pending or failed request. */
  async function download(url: string, container: string): Promise<void> {
    const address = addressOf(url)
    const count = tries.get(url) ?? 0
    tries.set(url, count + 1)
    if (count > 0) address.searchParams.set(RETRY, `${count}.${OPENED}`)
    const element = createElement(address.href)
    guard(element, address.href, container)
    await insert(element)
    // Another container gets it from the cache.
    tries.set(url, count)
  }

  function load(url: string, container: string): Promise<void> {
    if (takeInline(url)) return Promise.resolve()
    const key = keyOf(url, container)
    const known = loads.get(key)
    if (known) return known.done
    const loading = createLoad(() => retried(() => download(url, container)))
    loads.set(key, loading)
    loading.done.catch(() => loads.delete(key))
    return loading.done
  }

  function prefetch(url: string): void {
    if (tries.has(url) || takeInline(url) || document.head.querySelector(`link[href="${CSS.escape(url)}"]`)) return
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = isStyle(url) ? 'style' : 'script'
    link.href = url
    guard(link, url)
    document.head.append(link)
  }

  return {
    trust,
    load,
    prefetch,
    hasten: (url, container) => loads.get(keyOf(url, container))?.hasten(deadlineMs / 2),
    forget: (url, container) => {
      const key = keyOf(url, container)
      if (loads.get(key)?.isPending() === false) loads.delete(key)
    },
  }
}

/**
 * WebKit leaves the page as it is styled while any stylesheet loads that applies to it: a part whose own one has come would
 * be shown without.
 */
function applyOnceLoaded(link: HTMLLinkElement): void {
  link.media = 'print'
  link.fetchPriority = 'high'
  link.addEventListener('load', () => link.removeAttribute('media'))
}

/** Whether the page has a stylesheet inline, in front of a link that is disabled; shows bundles' loaders that link. */
function takeInline(url: string): boolean {
  const links = document.querySelectorAll<HTMLLinkElement>('link[disabled]')
  const link = [...links].find(({ href }) => href === identityOf(url))
  // Absolute: see `createElement`.
  link?.setAttribute('href', link.href)
  return link !== undefined
}

/** Not yet guarded. */
function createElement(address: string): HTMLScriptElement | HTMLLinkElement {
  const element = isStyle(address) ? document.createElement('link') : document.createElement('script')
  if (element instanceof HTMLLinkElement) element.rel = 'stylesheet'
  // Absolute: the bundle's loader compares it with its own URL to see that a stylesheet is loaded.
  if (element instanceof HTMLLinkElement) element.href = address
  else element.src = address
  return element
}

function insert(element: HTMLScriptElement | HTMLLinkElement): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    if (element instanceof HTMLLinkElement) element.setAttribute(LOADING, 'by the shell')
    // Not `onload`: a bundle's loader that finds the element sets that to null.
    element.addEventListener('load', () => {
      element.removeAttribute(LOADING)
      if (element instanceof HTMLLinkElement) endOthers(element)
      resolve()
    })
    element.addEventListener('error', () => {
      const request = 'src' in element ? element.src : element.href
      element.remove()
      // Named as the bundles' loaders do, for `findRemedy`.
      reject(Object.assign(new Error(`${request} could not be loaded.`), { request }))
    })
    document.head.append(element)
  })
}

/** A bundle's loader may wait for an earlier element of the same stylesheet, which hangs. */
function endOthers({ href }: HTMLLinkElement): void {
  for (const other of document.querySelectorAll<HTMLLinkElement>(`link[${LOADING}]`))
    if (identityOf(other.href) === identityOf(href)) other.dispatchEvent(new Event('load'))
}

function addressOf(url: string): URL {
  return new URL(url, location.href)
}

/** The full URL: another host may have a different file under the same path. */
function identityOf(url: string): string {
  const address = addressOf(url)
  address.searchParams.delete(RETRY)
  return address.href
}

/** A stylesheet is the same for all. */
function keyOf(url: string, container: string): string {
  return isStyle(url) ? url : `${container} ${url}`
}

function isStyle(url: string): boolean {
  return /\.css(\?|$)/.test(url)
}
