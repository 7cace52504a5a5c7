import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import type { MapEngine } from './engine/engine.ts'
import type { Mark } from './marks.ts'

/**
 * Where the marker with the focus goes, the nearest one that is left gets it, or the map: who opens a count by a key goes
 * on from what was in it. Answers what to call when a marker gets or loses the focus.
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
    // React tells of no blur while it takes elements away.
    release: (event: FocusEvent) => {
      if (event.target.isConnected) held.current = null
    },
  }
}

function nearestTo(gone: Mark, marks: readonly Mark[]): Mark | undefined {
  const distance = (mark: Mark) => Math.hypot(mark.longitude - gone.longitude, mark.latitude - gone.latitude)
  return marks.toSorted((a, b) => distance(a) - distance(b))[0]
}
