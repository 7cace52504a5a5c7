import { KEPT, PAGE_COPY_URL } from '@aangan/contracts/page'

const FIRST_MS = 5_000
const LAST_MS = 60_000

/**
 * Asks for the site while this page is marked as one that has lost it, and tells all parts once it is back, as browsers do
 * which noticed that it was away: this one may believe that it has been online all along. What is lost again as soon as it
 * is tried, as if something blocks it, is tried ever later.
 */
export function noticeReturn(): void {
  const { documentElement: page } = document
  let isWatching = false
  let waitMs = FIRST_MS
  let toldAt = 0

  async function watch(): Promise<void> {
    if (isWatching || !page.hasAttribute(KEPT)) return
    isWatching = true
    if (Date.now() - toldAt > LAST_MS) waitMs = FIRST_MS
    do {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      waitMs = Math.min(2 * waitMs, LAST_MS)
      // The answer to anything removes the mark, and tells nothing to what was lost before.
    } while (page.hasAttribute(KEPT) && !(await isBack()))
    isWatching = false
    toldAt = Date.now()
    page.removeAttribute(KEPT)
    window.dispatchEvent(new Event('online'))
  }

  new MutationObserver(watch).observe(page, { attributeFilter: [KEPT] })
  void watch()
}

function isBack(): Promise<boolean> {
  const signal = AbortSignal.timeout(LAST_MS)
  return fetch(PAGE_COPY_URL, { cache: 'no-cache', priority: 'low', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}
