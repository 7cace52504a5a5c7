import { expect, it } from 'vitest'
import { SCREENS } from './screens.ts'
import { useSite } from './site.ts'
import { PLACEHOLDERS, TALL, walkTo } from './walk.ts'

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
 * A window accumulates the style sheets of all visited screens, in visiting order. Each screen is opened by its address,
 * then gets those of all others: after its own, as if they were visited next, and before its own, as if visited first.
 */
it('every screen looks the same with the style sheets of all others', async () => {
  const visitor = await site.visit('about:blank', { viewport: { width: 1366, height: TALL }, reducedMotion: 'reduce' })
  visitor.expectProblem(/404/)
  const { page, context } = visitor
  await context.addInitScript({ content: STYLES_IN_PAGE })
  const id = await site.anyListing()
  const paths = PLAIN.map((path) => path.replace('{id}', id))
  await page.goto('/contact', { waitUntil: 'networkidle' })
  for (const path of paths) await walkTo(page, path)
  const sheets = await page.evaluate<string[]>('sheetsHere()')
  expect(sheets.length).toBeGreaterThan(10)

  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: TALL })
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await expect.poll(() => page.locator(PLACEHOLDERS).count()).toBe(0)
      // Until the new width has settled, auto margins change without a cause.
      const changes = () => page.evaluate<string[]>(`changesWith(${JSON.stringify(sheets)})`)
      await expect.poll(changes, { message: `${path}, ${width} wide` }).toEqual([])
    }
  }
})

/** Runs in the page. Elements with equal names are represented by the first one. */
const STYLES_IN_PAGE = `
  const properties = ${JSON.stringify(PROPERTIES)}
  const nameOf = (element) => [element.localName, ...element.classList].join('.')
  function stylesHere() {
    const found = {}
    for (const element of document.querySelectorAll('body *:not(script)')) {
      const name = [element.parentElement.parentElement, element.parentElement, element].map(nameOf).join(' > ')
      found[name] ??= properties.map((property) => getComputedStyle(element).getPropertyValue(property))
    }
    return found
  }
  const links = () => [...document.querySelectorAll('link[rel=stylesheet]')]
  window.sheetsHere = () => links().map(({ href }) => href)
  async function add(href, place) {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    const loaded = new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }))
    place(link)
    await loaded
    return link
  }
  window.changesWith = async (sheets) => {
    const fresh = stylesHere()
    if (Object.keys(fresh).length < 20) return ['hardly an element is there']
    const others = sheets.filter((href) => !sheetsHere().includes(href))
    const [first] = links()
    const changes = []
    for (const [when, place] of [['later', (link) => document.head.append(link)], ['first', (link) => first.before(link)]]) {
      const added = await Promise.all(others.map((href) => add(href, place)))
      const now = stylesHere()
      for (const [name, before] of Object.entries(fresh))
        for (const [at, property] of properties.entries())
          if (now[name]?.[at] !== before[at])
            changes.push([name, property, 'was', before[at], 'is', now[name]?.[at], 'with the others', when].join(' '))
      for (const link of added) link.remove()
    }
    return changes
  }`
