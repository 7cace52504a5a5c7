import type { Page } from 'playwright-core'

interface Watched {
  /** The largest thing painted so far: its tag and its address or text. */
  largest: string
  /** The sum of all shifts that nobody's own input explains, and what moved. */
  shifted: number
  sources: string[]
}

/** Runs in the page, before its own scripts. */
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

/** Of a page that was opened with `WATCH_PAINT`. */
export function watchedOn(page: Page): Promise<Watched> {
  return page.evaluate<Watched>('window.watched')
}
