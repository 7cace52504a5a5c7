import { FONT_KEY, WITHOUT_FONT } from '@aangan/contracts/page'
import { withStorage } from '../storage.ts'

/** After what the page's first frames do once it can be used. */
const LATER_MS = 300

/**
 * Loads the site's font for a page that is shown without it. On a first visit it would otherwise arrive between the first
 * paint and hydration, share a slow line with the scripts, and have the whole page laid out again.
 */
export function bringFont(): void {
  const page = document.documentElement
  if (!page.hasAttribute(WITHOUT_FONT)) return
  setTimeout(() => {
    page.removeAttribute(WITHOUT_FONT)
    const note = () => withStorage('localStorage', (storage) => storage.setItem(FONT_KEY, 'kept'))
    document.fonts.load('1em "Inter Variable"').then(note, () => undefined)
  }, LATER_MS)
}
