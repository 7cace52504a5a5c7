import { withStorage } from '../storage.ts'
import { scrollToFragment } from './fragment.ts'
import { currentEntry, type HistoryEntry, subscribe } from './history.ts'

const STORED = 'scroll-positions'
/** Number of stored positions. */
const MAX_STORED = 50

/**
 * Restores the scroll position on Back and Forward, and scrolls to the top on a new page or search, also if a page
 * replaces itself by another one; a page that only rewrites its own address stays where it is. An address with a
 * fragment scrolls to its element, once that is rendered. The browser's own restoration runs before a page that was not
 * loaded has rendered; and since single-spa fires popstate for every navigation, positions are stored by history entry.
 * A page from the server is there before this: where somebody has scrolled it stays. Returns a function that stops it.
 */
export function keepScroll(): () => void {
  const positions = readPositions()
  let left = currentEntry()
  let settling: Settling | undefined
  const restoreBy = (who: ScrollRestoration) => {
    window.history.scrollRestoration = who
  }
  restoreBy('manual')

  const remember = () => {
    // Ignore the position while the page is still growing to its height.
    if (settling?.isUnderWay()) return
    positions.delete(left.key)
    positions.set(left.key, window.scrollY)
  }
  const controller = new AbortController()
  const { signal } = controller
  window.addEventListener('scroll', remember, { passive: true, signal })
  const close = () => {
    storePositions(positions)
    // Sooner than any script of the page that is loaded then.
    restoreBy('auto')
  }
  window.addEventListener('pagehide', close, { signal })
  window.addEventListener('pageshow', () => restoreBy('manual'), { signal })

  const arrive = (entry: HistoryEntry) => {
    const top = positions.get(entry.key)
    const isToFragment = top === undefined && window.location.hash !== ''
    // The browser has followed the link to a fragment already.
    const isFollowed = isToFragment && entry.navigationType === 'pop'
    // The old page is still rendered, and its last scroll event may be pending.
    if (entry.navigationType !== 'start' && !isFollowed) remember()
    settling?.stop()
    settling = undefined
    const isOtherPage = entry.path !== left.path
    left = entry
    const isNew = entry.navigationType === 'push' || (entry.navigationType === 'replace' && isOtherPage)
    const isRewritten = entry.navigationType === 'replace' && !isOtherPage
    if (isNew) window.scrollTo(0, 0)
    if (isToFragment && !isRewritten) settling = settle(scrollToFragment)
    else if (entry.navigationType === 'pop' || top !== undefined) settling = settle(() => to(top ?? 0))
  }
  signal.addEventListener(
    'abort',
    subscribe(() => arrive(currentEntry())),
  )
  if (!isScrolled()) arrive(left)
  return () => {
    settling?.stop()
    controller.abort()
  }
}

interface Settling {
  /** Whether the page is still too short for the restored position. */
  isUnderWay(): boolean
  stop(): void
}

/** At the end of the page, the browser may have found it too short. */
function isScrolled(): boolean {
  const { scrollHeight, clientHeight } = document.documentElement
  return window.scrollY > 0 && window.scrollY < scrollHeight - clientHeight - 1
}

/** False while the page is too short. */
function to(top: number): boolean {
  const isThere = document.documentElement.scrollHeight >= top + window.innerHeight || top === 0
  if (isThere) window.scrollTo(0, top)
  return isThere
}

/**
 * Holds the page where `scrollBack` scrolls it while it renders, until the reader scrolls. At first the old page is often
 * still mounted, then a shorter new one grows.
 */
function settle(scrollBack: () => boolean): Settling {
  const controller = new AbortController()
  const { signal } = controller
  let isThere = false
  let placed = 0
  let height = 0
  const growth = new ResizeObserver(() => {
    isThere = scrollBack()
    placed = window.scrollY
    height = document.body.offsetHeight
  })
  signal.addEventListener('abort', () => growth.disconnect())
  const stop = () => controller.abort()
  for (const move of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    window.addEventListener(move, stop, { passive: true, signal })
  }
  // Dragging the scroll bar fires only `scroll`. A page that is short for a moment does too, before `growth` observes it.
  const noticeMove = () => {
    const isObserved = document.body.offsetHeight === height
    if (isThere && isObserved && Math.abs(window.scrollY - placed) > 1) stop()
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
  withStorage('sessionStorage', (storage) => storage.setItem(STORED, JSON.stringify([...positions].slice(-MAX_STORED))))
}
