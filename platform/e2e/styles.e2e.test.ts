import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { SCREENS } from './screens.ts'
import { useSite } from './site.ts'

/** The screens themselves, without their further states. */
const PLAIN = SCREENS.filter(({ name }) => !name.includes(',')).map(({ path }) => path)

/** What a style sheet that comes at another time could change; nothing that follows the pointer or the focus. */
const PROPERTIES = [
  ...['display', 'visibility', 'position', 'opacity', 'color', 'background-color', 'background-image', 'box-shadow'],
  ...['border-width', 'border-style', 'border-radius', 'list-style-type', 'cursor', 'object-fit', 'overflow'],
  ...['font-size', 'font-weight', 'line-height', 'letter-spacing', 'text-align', 'text-decoration-line', 'white-space'],
  ...['margin', 'padding', 'gap', 'min-height', 'max-width', 'flex', 'flex-direction', 'align-items', 'align-self'],
  ...['justify-content', 'order', 'z-index', 'text-transform'],
]

/** How long a screen may take to come. */
const PATIENCE_MS = 10_000

/** What each element is, by its own name and those around it, to what it looks like. */
type Styles = Record<string, string[]>

const site = useSite()

it.each([390, 1366])(
  'every screen looks the same after any other one, %i wide',
  { timeout: 120_000 },
  async (width) => {
    const visitor = await site.visit('about:blank', { viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    visitor.expectProblem(/404/)
    const { page, context } = visitor
    await context.addInitScript({ content: STYLES_IN_PAGE })
    const id = await site.anyListing()
    const paths = PLAIN.map((path) => path.replace('{id}', id))
    const fresh: Record<string, Styles> = {}
    for (const path of paths) fresh[path] = await openFresh(page, path)

    for (const [at, one] of paths.entries()) {
      await page.goto(one)
      await page.evaluate(`void (window.fresh = ${JSON.stringify(fresh)})`)
      await expectFresh(page, one, one)
      // Going back is the way from the other to this one.
      for (const other of paths.slice(at + 1)) {
        await page.evaluate(`history.pushState(null, '', '${other}')`)
        await expectFresh(page, other, `${one} → ${other}`)
        await page.evaluate('history.back()')
        await expectFresh(page, one, `${one} → ${other} → ${one}`)
      }
    }
  },
)

async function openFresh(page: Page, path: string): Promise<Styles> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect.poll(() => page.evaluate('waitsFor()'), { timeout: PATIENCE_MS }).toBe('')
  const styles = await page.evaluate<Styles>('readStyles()')
  expect(Object.keys(styles).length).toBeGreaterThan(20)
  return styles
}

/** Waits for the page to hold all that it holds when it is opened by its address, in the same styles. */
async function expectFresh(page: Page, path: string, message: string): Promise<void> {
  expect(await page.evaluate<string[]>(`changesLeft(${JSON.stringify(path)})`), message).toEqual([])
}

/** Runs in the page. Of elements that are called the same, one stands for all. */
const STYLES_IN_PAGE = `
  const properties = ${JSON.stringify(PROPERTIES)}
  const nameOf = (element) => [element.localName, ...element.classList].join('.')
  window.readStyles = () => {
    const styles = {}
    for (const element of document.querySelectorAll('body *:not(script)')) {
      const name = [element.parentElement.parentElement, element.parentElement, element].map(nameOf).join(' > ')
      if (name in styles) continue
      const style = getComputedStyle(element)
      styles[name] = properties.map((property) => style.getPropertyValue(property))
    }
    return styles
  }
  // What stands in view in the place of something that is still to come.
  window.waitsFor = () => {
    const found = [...document.querySelectorAll('[class*="-skeleton-"], [class*="-waiting-"], [aria-busy="true"]')]
    const seen = found.filter((element) => element.getBoundingClientRect().top < innerHeight)
    return seen.map(nameOf).join(', ')
  }
  function changesFrom(path) {
    const now = readStyles()
    return Object.entries(window.fresh[path]).flatMap(([name, before]) => {
      if (!now[name]) return [name + ' is not there']
      const changed = properties.map((property, at) => [property, before[at], now[name][at]]).filter(([, a, b]) => a !== b)
      return changed.map(([property, a, b]) => name + ': ' + property + ' was ' + a + ', is ' + b)
    })
  }
  window.changesLeft = async (path) => {
    const deadline = performance.now() + ${PATIENCE_MS}
    let changes = changesFrom(path)
    while (changes.length > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      changes = changesFrom(path)
    }
    return changes
  }`
