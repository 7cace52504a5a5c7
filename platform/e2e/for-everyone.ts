import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Checks a signed-in screen with axe at each width, and that it does not scroll sideways. */
export async function expectForEveryone(page: Page, widths = [390, 820, 1366]): Promise<void> {
  await page.evaluate(axe.source)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const found = await page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(
      ({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)
    expect(found, `${width} wide`).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
}
