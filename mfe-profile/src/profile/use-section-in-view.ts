import { noticeIn } from '@aangan/contracts/notice'
import { panelOf, useNarrow } from '@aangan/design/tabs'
import { readEntryState, updateEntryState } from '@aangan/remote/entry-state'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { statedTab } from './use-tab.ts'

/** How long the sections above may grow while they load. */
const GROWS_MS = 5000

/**
 * Where all sections are shown instead of tabs, scrolls to the one in the address and focuses its heading. Once per history
 * entry: Back and a reload return to where the reader was. A notice at the top has the focus instead.
 */
export function useSectionInView(id: string): void {
  const { search, key, state } = useLocation()
  const isNarrow = useNarrow()
  const tab = statedTab(search)
  const hasNotice = noticeIn(state) !== undefined

  useEffect(() => {
    if (isNarrow !== false || tab === undefined || readEntryState(key).reached) return
    updateEntryState(key, { reached: true })
    if (hasNotice) return
    const title = panelOf(id, tab)?.querySelector('h2')
    title?.focus({ preventScroll: true })
    return title ? holdInView(title) : undefined
  }, [isNarrow, tab, hasNotice, key, id])
}

/**
 * Keeps the heading in view while content above it loads, until the reader scrolls, clicks or types. Returns a function
 * that stops it.
 */
function holdInView(title: HTMLElement): () => void {
  const control = new AbortController()
  const { signal } = control
  const stop = () => control.abort()
  const growth = new ResizeObserver(() => {
    if (!isInUpperHalf(title)) title.scrollIntoView({ block: 'start' })
  })
  growth.observe(document.body)
  const timer = setTimeout(stop, GROWS_MS)
  signal.addEventListener('abort', () => {
    growth.disconnect()
    clearTimeout(timer)
  })
  for (const act of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    window.addEventListener(act, stop, { signal, passive: true })
  }
  return stop
}

/** Below the navigation bar, with room for what follows. */
function isInUpperHalf(title: HTMLElement): boolean {
  const { top } = title.getBoundingClientRect()
  const bar = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  return top >= Math.floor(bar) && top < window.innerHeight / 2
}
