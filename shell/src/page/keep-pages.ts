import { PAGE_COPY_URL, WORKER_URL } from '@aangan/contracts/page'

/** After the page and what it loads at once. */
const LATER_MS = 3_000

/**
 * Lets the browser open pages while the site is out of reach: installs the worker, and has the browser keep the page that
 * fits every address, with the stylesheets that this page has had inline.
 */
export function keepPages(): void {
  if (!('serviceWorker' in navigator)) return
  const keep = () => setTimeout(() => void install().catch(() => undefined), LATER_MS)
  if (document.readyState === 'complete') keep()
  else window.addEventListener('load', keep, { once: true })
}

/** Rejects where storage is blocked, and while the site is out of reach: the next page tries again. */
async function install(): Promise<void> {
  await navigator.serviceWorker.register(WORKER_URL, { scope: '/', updateViaCache: 'none' })
  const inline = [...document.querySelectorAll<HTMLLinkElement>('link[disabled]')].map(({ href }) => href)
  await Promise.all([PAGE_COPY_URL, ...inline].map(keep))
}

/** The browser keeps only what has been read. */
async function keep(url: string): Promise<void> {
  await (await fetch(url, { priority: 'low' })).text()
}
