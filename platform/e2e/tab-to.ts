import type { Page } from 'playwright-core'
import { hasFocus } from './focus.ts'

/** A page of results has two stops for each of its homes. */
export const MOST_STOPS = 150

type Role = 'link' | 'button' | 'combobox' | 'textbox' | 'radio' | 'spinbutton' | 'tab'

/** Presses Tab until what has the focus has this role and name. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name }).first()
  // To find it by its role and name takes longer than to press a key: that is done again only where it was replaced.
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
  throw new Error(`The ${role} ${name} cannot be reached with Tab.`)
}
