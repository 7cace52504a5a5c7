import type { Page } from 'playwright-core'
import { PATIENCE_MS } from './visitor.ts'

/** As tall as a page: what comes once the reader is near comes too. */
export const TALL = 3_000

/** What stands in the place of something that is still to come, as a selector. */
export const PLACEHOLDERS = '[class*="-skeleton-"], [class*="-waiting-"], [aria-busy="true"]'

/** Goes to a screen inside the page, as links would, and from another one, so that it begins anew. */
export async function walkTo(page: Page, path: string): Promise<void> {
  const aside = path === '/about' ? '/contact' : '/about'
  if (new URL(page.url()).pathname !== aside) await step(page, aside)
  await step(page, path)
}

async function step(page: Page, path: string): Promise<void> {
  await page.evaluate(`(async () => {
    const left = document.querySelector('h1')
    const deadline = performance.now() + ${PATIENCE_MS}
    const wait = () => new Promise((done) => setTimeout(done, 20))
    history.pushState(null, '', ${JSON.stringify(path)})
    while (left.isConnected || !document.querySelector('h1') || document.querySelector('${PLACEHOLDERS}')) {
      if (performance.now() > deadline) throw new Error('It did not come: ' + document.querySelector('${PLACEHOLDERS}')?.outerHTML)
      await wait()
    }
  })()`)
}
