import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useSite } from '../site.ts'

const PATHS = ['/', '/list', '/list?city=Pune&maxPrice=1', '/{id}', '/agents', '/about', '/contact', '/login', '/chat']
const SIZES = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
]

/** Runs in the page, before its own scripts: names the largest thing painted so far. */
const WATCH_LARGEST = `
  new PerformanceObserver((list) => {
    const { element, url } = list.getEntries().at(-1)
    window.largest = element ? [element.tagName, url || element.textContent].join(' ') : 'gone'
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

const site = useSite()

it.each(PATHS.flatMap((path) => SIZES.map((viewport) => ({ path, viewport, width: viewport.width }))))(
  'the largest thing of $path is painted with what the document names, $width wide',
  async ({ path, viewport }) => {
    const address = path.replace('{id}', await site.anyListing())
    const whole = await site.visit('about:blank', { viewport })
    await whole.context.addInitScript({ content: WATCH_LARGEST })
    await whole.page.goto(address, { waitUntil: 'networkidle' })
    // The browser tells of a paint a moment after it.
    await expect.poll(() => largestOf(whole.page), { timeout: 5_000 }).toMatch(/^[A-Z]\w* ./)
    const largest = await largestOf(whole.page)

    // The same once more, with nothing but what a first look at the document asks for: no answer comes to what only a
    // script, a style or another answer knows of.
    const named = await filesNamedBy(address)
    const first = await site.visit('about:blank', { viewport })
    await first.context.addInitScript({ content: WATCH_LARGEST })
    await first.page.route('**', (route) => {
      const { pathname, search } = new URL(route.request().url())
      if (pathname + search === address || named.has(pathname + search)) return route.continue()
    })
    await first.page.goto(address, { waitUntil: 'domcontentloaded' })
    await expect.poll(() => largestOf(first.page), { timeout: 5_000 }).toBe(largest)
  },
)

function largestOf(page: Page): Promise<string> {
  return page.evaluate<string>("window.largest ?? ''")
}

/** The addresses in the tags of the document as it is sent. */
async function filesNamedBy(path: string): Promise<Set<string>> {
  const html = await (await fetch(site.url() + path)).text()
  const tags = html.match(/<(?:link|script)\b[^>]*>/g) ?? []
  return new Set(tags.flatMap((tag) => /(?:href|src)="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? []))
}
