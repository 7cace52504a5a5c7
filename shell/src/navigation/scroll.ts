import { withStorage } from '../storage.ts'
import { currentPlace, type Place, subscribe } from './history.ts'

const STORED = 'scroll-positions'
/** Entries of the history whose position is kept: more than anyone goes back. */
const KEPT = 50

/**
 * Puts the reader where they were when they come back through the history, and at the top of what is new to them, be it
 * a page or another search on the same one. The browser's own memory is of no use: when it acts, the page is not there
 * yet. And single-spa makes every navigation look like one through the history to others, so positions are kept by the
 * entry itself.
 */
export function keepScroll(): void {
  const positions = readPositions()
  let left = currentPlace()
  let settling: Settling | undefined
  window.history.scrollRestoration = 'manual'

  const remember = () => {
    // A page that has not grown yet says nothing of where its reader is.
    if (settling?.isUnderWay()) return
    positions.delete(left.key)
    positions.set(left.key, window.scrollY)
  }
  window.addEventListener('scroll', remember, { passive: true })
  window.addEventListener('pagehide', () => storePositions(positions))

  const arrive = (place: Place) => {
    // The page is still the old one here, and its last scroll event may be a frame away.
    if (place.arrival !== 'start') remember()
    settling?.stop()
    settling = undefined
    left = place
    const top = positions.get(place.key)
    if (place.arrival === 'push') window.scrollTo(0, 0)
    else if (place.arrival === 'pop' || top !== undefined) settling = settle(top ?? 0)
  }
  subscribe(() => arrive(currentPlace()))
  arrive(left)
}

interface Settling {
  /** Whether the page is still too short for where its reader was. */
  isUnderWay(): boolean
  stop(): void
}

/**
 * Keeps the page at `top` while it takes shape, until the reader moves: what stands there at first is often the page
 * that is about to go, and what comes next a shorter one that only then grows.
 */
function settle(top: number): Settling {
  const controller = new AbortController()
  const { signal } = controller
  let isThere = false
  const growth = new ResizeObserver(() => {
    isThere = document.documentElement.scrollHeight >= top + window.innerHeight || top === 0
    if (isThere) window.scrollTo(0, top)
  })
  signal.addEventListener('abort', () => growth.disconnect())
  const stop = () => controller.abort()
  for (const move of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    window.addEventListener(move, stop, { passive: true, signal })
  }
  // A scroll bar is moved without any of these; a page that shrank moves its reader too, but is not there yet.
  const noticeMove = () => {
    if (isThere && Math.abs(window.scrollY - top) > 1) stop()
  }
  window.addEventListener('scroll', noticeMove, { passive: true, signal })
  growth.observe(document.body)
  return { isUnderWay: () => !signal.aborted && !isThere, stop }
}

function readPositions(): Map<string, number> {
  const stored = withStorage('sessionStorage', (storage) => storage.getItem(STORED))
  return new Map(stored ? (JSON.parse(stored) as [string, number][]) : [])
}

function storePositions(positions: Map<string, number>): void {
  withStorage('sessionStorage', (storage) => storage.setItem(STORED, JSON.stringify([...positions].slice(-KEPT))))
}
