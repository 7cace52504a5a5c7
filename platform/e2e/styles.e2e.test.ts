import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { SCREENS } from './screens.ts'
import { useSite } from './site.ts'
import { PATIENCE_MS } from './visitor.ts'
import { PLACEHOLDERS, TALL } from './walk.ts'

/** Only the base screens, without their states. */
const PLAIN = SCREENS.filter(({ name }) => !name.includes(',')).map(({ path }) => path)

/** Properties that depend on style sheet order, without those that depend on hover or focus. */
const PROPERTIES = [
  ...['display', 'visibility', 'position', 'opacity', 'color', 'background-color', 'background-image', 'box-shadow'],
  ...['border-width', 'border-style', 'border-radius', 'list-style-type', 'cursor', 'object-fit', 'overflow'],
  ...['font-size', 'font-weight', 'line-height', 'letter-spacing', 'text-align', 'text-decoration-line', 'white-space'],
  ...['margin', 'padding', 'gap', 'min-height', 'max-width', 'flex', 'flex-direction', 'align-items', 'align-self'],
  ...['justify-content', 'order', 'z-index', 'text-transform'],
]

const site = useSite()

/**
 * A window accumulates the style sheets of all visited screens in visiting order. Visiting all screens in both orders
 * reveals their interference.
 */
it.each([390, 1366])('every screen looks the same after visiting all others, %i wide', async (width) => {
  const visitor = await site.visit('about:blank', { viewport: { width, height: TALL }, reducedMotion: 'reduce' })
  visitor.expectProblem(/404/)
  const { page, context } = visitor
  await context.addInitScript({ content: STYLES_IN_PAGE })
  const id = await site.anyListing()
  const paths = PLAIN.map((path) => path.replace('{id}', id))
  for (const path of paths) await keepFresh(page, path)

  for (const order of [paths, paths.toReversed()]) {
    const [first = '/'] = order
    await page.goto(first)
    // The first round loads the style sheets in this order; the second compares with all of them loaded.
    for (const path of order) await go(page, path, 'missing')
    for (const path of order) await go(page, path, 'changes')
  }
})

/** Opens a screen by its address and stores its computed styles in the window. */
async function keepFresh(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect.poll(() => page.locator(PLACEHOLDERS).count()).toBe(0)
  expect(await page.evaluate(`keepStyles('${path}')`)).toBeGreaterThan(20)
}

/** Waits until the page has the same elements as when opened by its address; for `changes`, also the same styles. */
async function go(page: Page, path: string, compared: 'missing' | 'changes'): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${path}')`)
  expect(await page.evaluate<string[]>(`left('${path}', '${compared}')`), path).toEqual([])
}

/** Runs in the page. Elements with equal names are represented by the first one. */
const STYLES_IN_PAGE = `
  const properties = ${JSON.stringify(PROPERTIES)}
  const nameOf = (element) => [element.localName, ...element.classList].join('.')
  function elementsByName() {
    const found = {}
    // Empty placeholders are not styled until they are filled.
    for (const element of document.querySelectorAll('body *:not(script, div:empty)')) {
      found[[element.parentElement.parentElement, element.parentElement, element].map(nameOf).join(' > ')] ??= element
    }
    return found
  }
  function stylesOf(element) {
    const style = getComputedStyle(element)
    return properties.map((property) => style.getPropertyValue(property)).join('|')
  }
  window.keepStyles = (path) => {
    const styles = Object.entries(elementsByName()).map(([name, element]) => [name, stylesOf(element)])
    sessionStorage['fresh ' + path] = JSON.stringify(Object.fromEntries(styles))
    return styles.length
  }
  function missing(fresh) {
    const now = elementsByName()
    return Object.keys(fresh).flatMap((name) => (now[name] ? [] : [name + ' is missing']))
  }
  function changes(fresh) {
    // Comparing styles is slow, so wait until all elements exist.
    const absent = missing(fresh)
    if (absent.length > 0) return absent
    const now = elementsByName()
    return Object.entries(fresh).flatMap(([name, before]) => {
      const is = stylesOf(now[name])
      if (is === before) return []
      const [was, has] = [before, is].map((styles) => styles.split('|'))
      const changed = properties.map((property, at) => [property, was[at], has[at]]).filter(([, a, b]) => a !== b)
      return changed.map(([property, a, b]) => name + ': ' + property + ' was ' + a + ', is ' + b)
    })
  }
  window.left = async (path, compared) => {
    const compare = { missing, changes }[compared]
    const fresh = JSON.parse(sessionStorage['fresh ' + path])
    const deadline = performance.now() + ${PATIENCE_MS}
    let found = compare(fresh)
    while (found.length > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      found = compare(fresh)
    }
    return found
  }`
