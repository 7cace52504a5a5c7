import type { Page } from 'playwright-core'
import { PATIENCE_MS } from './visitor.ts'

/** Taller than any page, so that lazy parts load too. */
export const TALL = 3_000

/** Selector of loading placeholders. */
export const PLACEHOLDERS = '[class*="-skeleton-"], [class*="-waiting-"], [aria-busy="true"]'

/** Navigates within the page as links do, from another screen, so that it mounts anew. */
export async function walkTo(page: Page, path: string): Promise<void> {
  const aside = path === '/about' ? '/contact' : '/about'
  if (new URL(page.url()).pathname !== aside) await step(page, aside)
  await step(page, path)
}

async function step(page: Page, path: string): Promise<void> {
  await page.evaluate(`(async () => {
    const deadline = performance.now() + ${PATIENCE_MS}
    const wait = () => new Promise((done) => setTimeout(done, 20))
    let left = null
    while (!(left = document.querySelector('h1'))) {
      if (performance.now() > deadline) throw new Error('No heading to leave')
      await wait()
    }
    history.pushState(null, '', ${JSON.stringify(path)})
    while (left.isConnected || !document.querySelector('h1') || document.querySelector('${PLACEHOLDERS}')) {
      if (performance.now() > deadline) throw new Error('Still loading: ' + document.querySelector('${PLACEHOLDERS}')?.outerHTML)
      await wait()
    }
  })()`)
}
