import type { Page } from 'playwright-core'
import { hasFocus } from './focus.ts'

/** A results page has two tab stops per home. */
export const MOST_STOPS = 150

type Role = 'link' | 'button' | 'combobox' | 'textbox' | 'radio' | 'spinbutton' | 'tab'

/** Presses Tab until the focused element has this role and name. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name }).first()
  // Locating by role is slower than a key press, so it is repeated only when the element was replaced.
  let element = await target.elementHandle()
  for (let presses = 0; presses < MOST_STOPS; presses++) {
    await page.keyboard.press('Tab')
    const state = await element?.evaluate((it) =>
      it === it.ownerDocument.activeElement ? 'focused' : it.isConnected ? 'elsewhere' : 'gone',
    )
    if (state === 'focused') return
    if (state !== 'elsewhere') {
      element = await target.elementHandle()
      if (await hasFocus(target)) return
    }
  }
  throw new Error(`Tab did not reach the ${role} ${name}.`)
}
