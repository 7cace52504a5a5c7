import { currentPlace, type Place, subscribe } from './history.ts'

const STORED = 'scroll-positions'
/** Entries of the history whose position is kept: more than anyone goes back. */
const KEPT = 50

/**
 * Puts the reader where they were when they come back through the history, and at the top of a page that is new to
 * them. The browser's own memory is of no use: when it acts, the page is not there yet. And single-spa makes every
 * navigation look like one through the history to others, so positions are kept by the entry itself.
 */
export function keepScroll(): void {
  const positions = readPositions()
  let left = currentPlace()
  let stopSettling = () => {}
  window.history.scrollRestoration = 'manual'

  const remember = () => {
    positions.delete(left.key)
    positions.set(left.key, window.scrollY)
  }
  window.addEventListener('scroll', remember, { passive: true })
  window.addEventListener('pagehide', () => storePositions(positions))

  const arrive = (place: Place) => {
    // The page is still the old one here, and its last scroll event may be a frame away.
    if (place.arrival !== 'start') remember()
    stopSettling()
    const isSamePage = place.path === left.path
    left = place
    if (place.arrival === 'pop' || place.arrival === 'start') stopSettling = settle(positions.get(place.key) ?? 0)
    else if (!isSamePage) window.scrollTo(0, 0)
  }
  subscribe(() => arrive(currentPlace()))
  arrive(left)
}

/** Scrolls to `top` once the page has grown that far, unless the reader moves first. Returns what calls it off. */
function settle(top: number): () => void {
  const controller = new AbortController()
  const growth = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < top + window.innerHeight && top > 0) return
    window.scrollTo(0, top)
    controller.abort()
  })
  controller.signal.addEventListener('abort', () => growth.disconnect())
  for (const move of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    window.addEventListener(move, () => controller.abort(), { passive: true, signal: controller.signal })
  }
  growth.observe(document.body)
  return () => controller.abort()
}

function readPositions(): Map<string, number> {
  const stored = window.sessionStorage.getItem(STORED)
  return new Map(stored ? (JSON.parse(stored) as [string, number][]) : [])
}

function storePositions(positions: Map<string, number>): void {
  window.sessionStorage.setItem(STORED, JSON.stringify([...positions].slice(-KEPT)))
}
