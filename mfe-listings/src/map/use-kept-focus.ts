import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import type { MapEngine } from './engine/engine.ts'
import type { Mark } from './marks.ts'

/**
 * When the focused marker disappears, focuses the nearest remaining one, or the map: opening a cluster by keyboard
 * continues with its content. Call `hold` and `release` on focus and blur.
 */
export function useKeptFocus(engine: MapEngine, list: HTMLElement | null, marks: readonly Mark[]) {
  const held = useRef<Mark | null>(null)

  useLayoutEffect(() => {
    const gone = held.current
    if (!list || !gone || marks.some(({ key }) => key === gone.key)) return
    held.current = null
    const next = nearestTo(gone, marks)
    const marker = next && list.querySelector<HTMLElement>(`[data-mark="${next.key}"]`)
    const heir = marker ?? engine.element
    heir.focus({ preventScroll: true })
  }, [engine, list, marks])

  return {
    hold: (mark: Mark) => {
      held.current = mark
    },
    // React reports no blur for elements that it removes.
    release: (event: FocusEvent) => {
      if (event.target.isConnected) held.current = null
    },
  }
}

function nearestTo(gone: Mark, marks: readonly Mark[]): Mark | undefined {
  const distance = (mark: Mark) => Math.hypot(mark.longitude - gone.longitude, mark.latitude - gone.latitude)
  return [...marks].sort((a, b) => distance(a) - distance(b))[0]
}
