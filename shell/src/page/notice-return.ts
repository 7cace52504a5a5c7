import { KEPT, PAGE_COPY_URL } from '@aangan/contracts/page'

const FIRST_MS = 5_000
const LAST_MS = 60_000

/**
 * Asks for the site while this page is an earlier copy, and tells all parts once it is back, as browsers do which noticed
 * that it was away: this one may believe that it has been online all along. What is lost again as soon as it is tried, as
 * if something blocks it, is tried ever later.
 */
export function noticeReturn(): void {
  const { documentElement: page } = document
  let isWatching = false
  let waitMs = FIRST_MS
  let toldAt = 0

  async function watch(): Promise<void> {
    if (isWatching) return
    isWatching = true
    if (Date.now() - toldAt > LAST_MS) waitMs = FIRST_MS
    for (; page.hasAttribute(KEPT); waitMs = Math.min(2 * waitMs, LAST_MS)) {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (!page.hasAttribute(KEPT) || !(await isBack())) continue
      toldAt = Date.now()
      page.removeAttribute(KEPT)
      window.dispatchEvent(new Event('online'))
    }
    isWatching = false
  }

  new MutationObserver(watch).observe(page, { attributeFilter: [KEPT] })
  void watch()
}

function isBack(): Promise<boolean> {
  return fetch(PAGE_COPY_URL, { cache: 'no-cache', priority: 'low' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
