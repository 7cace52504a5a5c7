import type { RemoteRelease } from '@aangan/contracts/remotes'
import { createLoad, type Load } from './load.ts'

declare global {
  /** Called by every bundle's own loader for each script and style it is about to add. */
  var __aanganGuard: ((element: HTMLScriptElement | HTMLLinkElement, url: string) => void) | undefined
}

export interface Files {
  /** Loads a script or a style once. Rejects when it fails; one that never answers stays pending until `hasten`. */
  load(url: string): Promise<void>
  /** Has the browser fetch it beforehand, at its leisure. */
  prefetch(url: string): void
  /** The reader waits no longer: what is still on its way gets half a deadline more, then a second download beside it. */
  hasten(url: string): void
  /** The next `load` fetches it again, unless it is still on its way. */
  forget(url: string): void
}

/** The address under which a download is asked for again; the hash is that of the file all the same. */
const RETRY = 'retry'

/**
 * Loads the files of releases with the hashes that the page carries: a file that is not what was built does not run,
 * neither from here nor from a bundle's own loader. A download that has begun is never thrown away: on a slow network
 * it would begin anew for ever.
 */
export function createFiles(releases: Pick<RemoteRelease, 'integrity'>[], deadlineMs: number): Files {
  const hashes = new Map(
    releases.flatMap(({ integrity }) => Object.entries(integrity).map(([url, hash]) => [identityOf(url), hash])),
  )
  const loads = new Map<string, Load>()
  const tries = new Map<string, number>()

  function guard(element: HTMLScriptElement | HTMLLinkElement, url: string): void {
    element.crossOrigin = 'anonymous'
    const hash = hashes.get(identityOf(url))
    if (hash) element.integrity = hash
  }
  globalThis.__aanganGuard = guard

  /** A failed or hanging address is asked for under a new one, or the browser would wait for the old answer. */
  function download(url: string): Promise<void> {
    const address = addressOf(url)
    const count = tries.get(url) ?? 0
    tries.set(url, count + 1)
    if (count > 0) address.searchParams.set(RETRY, String(count))
    return insert(createElement(address.href, guard))
  }

  function load(url: string): Promise<void> {
    const known = loads.get(url)
    if (known) return known.done
    const loading = createLoad(() => download(url))
    loads.set(url, loading)
    loading.done.catch(() => loads.delete(url))
    return loading.done
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

  return {
    load,
    prefetch,
    hasten: (url) => loads.get(url)?.hasten(deadlineMs / 2),
    forget: (url) => {
      if (loads.get(url)?.isPending() === false) loads.delete(url)
    },
  }
}

function createElement(address: string, guard: NonNullable<typeof __aanganGuard>): HTMLScriptElement | HTMLLinkElement {
  const element = isStyle(address) ? document.createElement('link') : document.createElement('script')
  if (element instanceof HTMLLinkElement) element.rel = 'stylesheet'
  // In full: a bundle's own loader compares the address with its own and then takes the style as loaded.
  if (element instanceof HTMLLinkElement) element.href = address
  else element.src = address
  guard(element, address)
  return element
}

function insert(element: HTMLScriptElement | HTMLLinkElement): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    element.onload = () => resolve()
    element.onerror = () => {
      element.remove()
      reject(new Error(`${'src' in element ? element.src : element.href} could not be loaded.`))
    }
    document.head.append(element)
  })
}

function addressOf(url: string): URL {
  return new URL(url, location.href)
}

/** What a file is known by: its whole address, since another host may have another file under the same path. */
function identityOf(url: string): string {
  const address = addressOf(url)
  address.searchParams.delete(RETRY)
  return address.href
}

function isStyle(url: string): boolean {
  return /\.css(\?|$)/.test(url)
}
