import type { Locator, Page } from 'playwright-core'

/** Drags from the middle of an element to the window's lower left corner, as when selecting text past the edge. */
export async function dragOut(page: Page, from: Locator): Promise<void> {
  const box = await from.boundingBox()
  const size = page.viewportSize()
  if (!box || !size) throw new Error('The element has no bounding box: it is not visible.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(5, size.height - 5, { steps: 3 })
  await page.mouse.up()
}
