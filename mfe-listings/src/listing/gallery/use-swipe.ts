import { type PointerEvent, type RefObject, useRef } from 'react'

/** Less than this is a finger that trembles, not one that swipes. */
const LEAST_PX = 48

interface Swipe {
  /** The element, whose `--swipe` says how far the finger has moved it. */
  element: RefObject<HTMLElement | null>
  handlers: {
    onPointerDown: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: (event: PointerEvent) => void
    onPointerCancel: () => void
  }
}

/** Follows one finger sideways. The element needs `touch-action: pan-y pinch-zoom`, or the browser takes the finger. */
export function useSwipe({ onLeft, onRight }: { onLeft: () => void; onRight: () => void }): Swipe {
  const start = useRef<{ id: number; x: number } | null>(null)
  const element = useRef<HTMLElement>(null)

  // Past React: it is another one at every move of the finger.
  const move = (pixels: number) => element.current?.style.setProperty('--swipe', `${pixels}px`)

  function stop() {
    start.current = null
    move(0)
  }

  return {
    element,
    handlers: {
      onPointerDown({ pointerId, clientX, pointerType, isPrimary }) {
        // A second finger means zooming; a picture that is zoomed in is moved about, not turned over.
        if (!isPrimary || pointerType === 'mouse' || isZoomed()) return stop()
        start.current = { id: pointerId, x: clientX }
      },
      onPointerMove({ pointerId, clientX }) {
        if (start.current?.id === pointerId) move(clientX - start.current.x)
      },
      onPointerUp({ pointerId, clientX }) {
        if (start.current?.id !== pointerId) return
        const moved = clientX - start.current.x
        stop()
        if (moved <= -LEAST_PX) onLeft()
        else if (moved >= LEAST_PX) onRight()
      },
      onPointerCancel: stop,
    },
  }
}

function isZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01
}
