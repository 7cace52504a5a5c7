import { setTimeout as pause } from 'node:timers/promises'
import { error, type WebElement } from 'selenium-webdriver'
import { PATIENCE_MS } from '../visitor.ts'
import { PLACEHOLDERS } from '../walk.ts'
import { COMPLETE, DRAW, FIND, READY } from './in-page.ts'
import type { OpenedBrowser } from './opened.ts'

export const PHONE = { width: 390, height: 844 }
export const LAPTOP = { width: 1366, height: 844 }

/** The one tab of a browser. Everything waits until the page is ready for it, PATIENCE_MS at most. */
export interface Tab {
  open(path: string): Promise<void>
  /** Waits for all parts of the page, also those that load when scrolled to. */
  complete(): Promise<void>
  resize(size: { width: number; height: number }): Promise<void>
  /** Enlarges text alone, of this page or of all, until it is set to 1 again. */
  enlargeText(factor: number): Promise<void>
  /** Of all pages, until they are allowed again; only Firefox can. */
  blockCookies(isBlocked: boolean): Promise<void>
  /** Runs the script in the page, where `arguments` are these; resolves with what it returns, as JSON. */
  run<T>(script: string, ...args: unknown[]): Promise<T>
  /** Waits until the expression is true in the page. */
  until(expression: string, ...args: unknown[]): Promise<void>
  /** Waits for a visible element with this accessible name or text. */
  see(selector: string, name?: string): Promise<WebElement>
  /** Waits until an element of this selector contains the text. */
  read(selector: string, text: string): Promise<void>
  /** Fails if another element covers it. */
  click(selector: string, name?: string): Promise<void>
  fill(label: string, text: string): Promise<void>
  /** A PNG of the window. */
  picture(): Promise<Buffer>
}

export function tabOf({ driver, enlargeText, blockCookies }: OpenedBrowser, origin: string): Tab {
  const run: Tab['run'] = (script, ...args) => driver.executeScript(script, ...args)

  const until: Tab['until'] = (expression, ...args) =>
    patiently(async () => (await run(`return Boolean(${expression})`, ...args)) || undefined, `${expression} (${args})`)

  const see: Tab['see'] = (selector, name) =>
    patiently(
      async () => (await run<WebElement | null>(FIND, selector, name ?? null)) ?? undefined,
      `${selector} ${name}`,
    )

  return {
    run,
    until,
    see,
    blockCookies,
    read: (selector, text) =>
      until(
        '[...document.querySelectorAll(arguments[0])].some((found) => found.innerText.includes(arguments[1]))',
        selector,
        text,
      ),
    async open(path) {
      await driver.get(`${origin}${path}`)
      await until(READY)
    },
    complete: () => until(COMPLETE, PLACEHOLDERS),
    async resize({ width, height }) {
      await driver.manage().window().setRect({ x: 0, y: 0, width, height })
      await until('innerWidth === arguments[0]', width)
    },
    async enlargeText(factor) {
      await enlargeText(factor)
      await until(
        'Math.abs(parseFloat(getComputedStyle(document.documentElement).fontSize) - arguments[0]) < 1',
        16 * factor,
      )
    },
    async click(selector, name) {
      await patiently(async () => {
        await (await see(selector, name)).click()
        return true
      }, `a click on ${selector} ${name}`)
    },
    async fill(label, text) {
      await patiently(async () => {
        const field = await see('input, textarea', label)
        await run('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', field)
        await field.clear()
        await field.sendKeys(text)
        return true
      }, `the field ${label}`)
    },
    async picture() {
      await run(DRAW)
      return Buffer.from(await driver.takeScreenshot(), 'base64')
    },
  }
}

/** Repeats the attempt until it returns something. Elements are replaced, move, and are covered meanwhile. */
async function patiently<T>(attempt: () => Promise<T | undefined>, what: string): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  let failure: unknown
  while (Date.now() < deadline) {
    try {
      const result = await attempt()
      if (result !== undefined) return result
    } catch (thrown) {
      if (!(thrown instanceof error.WebDriverError)) throw thrown
      failure = thrown
    }
    await pause(50)
  }
  throw new Error(`Waited in vain for ${what}`, { cause: failure })
}
