import { KEPT, PAGE_COPY_URL } from '@aangan/contracts/page'

const FIRST_MS = 5_000
const LAST_MS = 60_000

/**
 * Asks for the site while this page is an earlier copy, and tells all parts once it is back, as browsers do which noticed
 * that it was away: this one may believe that it has been online all along.
 */
export function noticeReturn(): void {
  const { documentElement: page } = document
  let isAsking = false

  async function ask(afterMs: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    if (!page.hasAttribute(KEPT)) return
    const isBack = await fetch(PAGE_COPY_URL, { cache: 'no-cache', priority: 'low' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isBack) return await ask(Math.min(2 * afterMs, LAST_MS))
    page.removeAttribute(KEPT)
    window.dispatchEvent(new Event('online'))
  }

  async function start(): Promise<void> {
    if (isAsking || !page.hasAttribute(KEPT)) return
    isAsking = true
    await ask(FIRST_MS)
    isAsking = false
  }

  new MutationObserver(start).observe(page, { attributeFilter: [KEPT] })
  void start()
}
