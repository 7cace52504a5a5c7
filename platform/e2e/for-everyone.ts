import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const PHONE = 390
const TABLET = 820
const LAPTOP = 1366

/** Checks a signed-in screen with axe, and that it does not scroll sideways. */
export async function expectForEveryone(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  for (const width of [PHONE, TABLET, LAPTOP]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    // To axe a tablet adds nothing to these two.
    if (width === TABLET) continue
    const found = await page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(
      ({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)
    expect(found, `${width} wide`).toEqual([])
  }
}
