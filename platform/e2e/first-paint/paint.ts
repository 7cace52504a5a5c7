import type { Page } from 'playwright-core'

interface Watched {
  /** The largest paint so far: tag name and URL or text. */
  largest: string
  /** Sum of layout shifts without recent input, and the elements that moved. */
  shifted: number
  sources: string[]
}

/** Runs before the page's scripts. */
export const WATCH_PAINT = `
  window.watched = { largest: '', shifted: 0, sources: [] }
  new PerformanceObserver((list) => {
    const { element, url } = list.getEntries().at(-1)
    watched.largest = element ? [element.tagName, url || element.textContent].join(' ') : 'gone'
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      watched.shifted += entry.value
      for (const { node } of entry.sources) watched.sources.push(node?.outerHTML?.slice(0, 120) ?? '')
    }
  }).observe({ type: 'layout-shift', buffered: true })`

/** Requires a page opened with `WATCH_PAINT`. */
export function watchedOn(page: Page): Promise<Watched> {
  return page.evaluate<Watched>('window.watched')
}
