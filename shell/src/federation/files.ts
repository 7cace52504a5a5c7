import type { RemoteRelease } from '@aangan/contracts/remotes'

declare global {
  /** Called by every bundle's own loader for each script and style it is about to add. */
  var __aanganGuard: ((element: HTMLScriptElement | HTMLLinkElement, url: string) => void) | undefined
}

export interface Files {
  /** Loads a script or a style once. Rejects when it fails, and when it takes longer than the deadline. */
  load(url: string): Promise<void>
  /** Has the browser fetch it beforehand, at its leisure. */
  prefetch(url: string): void
  /** The next `load` fetches it again, past whatever still hangs. */
  forget(url: string): void
}

/**
 * Loads the files of releases with the hashes that the page carries: a file that is not what was built does not run,
 * neither from here nor from a bundle's own loader.
 */
export function createFiles(releases: RemoteRelease[], deadlineMs: number): Files {
  const hashes = new Map(releases.flatMap(({ integrity }) => Object.entries(integrity)))
  const loads = new Map<string, Promise<void>>()
  const tries = new Map<string, number>()

  function guard(element: HTMLScriptElement | HTMLLinkElement, url: string): void {
    element.crossOrigin = 'anonymous'
    const hash = hashes.get(new URL(url, location.href).pathname)
    if (hash) element.integrity = hash
  }
  globalThis.__aanganGuard = guard

  /** A failed or hanging address is asked for under a new one, or the browser would wait for the old answer. */
  function addressOf(url: string): string {
    const count = tries.get(url) ?? 0
    tries.set(url, count + 1)
    return count === 0 ? url : `${url}?retry=${count}`
  }

  function load(url: string): Promise<void> {
    const loading = loads.get(url) ?? insert(createElement(addressOf(url), guard), deadlineMs)
    loads.set(url, loading)
    loading.catch(() => {
      if (loads.get(url) === loading) loads.delete(url)
    })
    return loading
  }

  function prefetch(url: string): void {
    if (loads.has(url) || document.head.querySelector(`link[href="${CSS.escape(url)}"]`)) return
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = isStyle(url) ? 'style' : 'script'
    link.href = url
    guard(link, url)
    document.head.append(link)
  }

  return { load, prefetch, forget: (url) => void loads.delete(url) }
}

function createElement(url: string, guard: NonNullable<typeof __aanganGuard>): HTMLScriptElement | HTMLLinkElement {
  const element = isStyle(url) ? document.createElement('link') : document.createElement('script')
  if (element instanceof HTMLLinkElement) element.rel = 'stylesheet'
  // In full: a bundle's own loader compares the address with its own and then takes the style as loaded.
  const address = new URL(url, location.href).href
  if (element instanceof HTMLLinkElement) element.href = address
  else element.src = address
  guard(element, url)
  return element
}

function insert(element: HTMLScriptElement | HTMLLinkElement, deadlineMs: number): Promise<void> {
  const url = 'src' in element ? element.src : element.href
  return new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => {
      element.remove()
      reject(new Error(`${url} ${reason}`))
    }
    const timer = setTimeout(() => fail(`did not arrive within ${deadlineMs} ms`), deadlineMs)
    element.onerror = () => fail('could not be loaded')
    element.onload = () => resolve()
    element.addEventListener('load', () => clearTimeout(timer))
    element.addEventListener('error', () => clearTimeout(timer))
    document.head.append(element)
  })
}

function isStyle(url: string): boolean {
  return /\.css(\?|$)/.test(url)
}
