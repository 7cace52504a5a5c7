import type { Locator, Page } from 'playwright-core'

/** Presses in the middle of an element and lets go in the window's lower left corner: how a selection is dragged out. */
export async function dragOut(page: Page, from: Locator): Promise<void> {
  const box = await from.boundingBox()
  const size = page.viewportSize()
  if (!box || !size) throw new Error('The element is not shown.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(5, size.height - 5, { steps: 3 })
  await page.mouse.up()
}
