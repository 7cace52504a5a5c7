import { PAGE_COPY_URL, WORKER_URL } from '@aangan/contracts/page'

/** After the page and what it loads at once. */
const LATER_MS = 3_000

/**
 * Lets the browser open pages while the site is out of reach: installs the worker, and has the browser keep the page that
 * fits every address.
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
  // The browser keeps only what has been read.
  await (await fetch(PAGE_COPY_URL, { priority: 'low' })).text()
}
