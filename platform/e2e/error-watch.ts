import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** From its next load on the page notes if it shows an error, however shortly. Returns a check that it has not. */
export async function watchForErrors(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript({
    content: `new MutationObserver(() => {
      if (document.querySelector('main [role=alert]')) self.showedError = true
    }).observe(document, { childList: true, subtree: true })`,
  })
  return async () => expect(await page.evaluate('self.showedError')).toBeUndefined()
}
