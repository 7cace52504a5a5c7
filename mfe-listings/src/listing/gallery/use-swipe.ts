import { type PointerEvent, type RefObject, useRef } from 'react'

/** Ignores shorter, accidental movements. */
const LEAST_PX = 48

interface Swipe {
  /** Gets `--swipe`, the distance moved. */
  element: RefObject<HTMLElement | null>
  handlers: {
    onPointerDown: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: (event: PointerEvent) => void
    onPointerCancel: () => void
  }
}

/** Detects horizontal swipes. The element needs `touch-action: pan-y pinch-zoom`, or the browser handles them. */
export function useSwipe({ onLeft, onRight }: { onLeft: () => void; onRight: () => void }): Swipe {
  const start = useRef<{ id: number; x: number } | null>(null)
  const element = useRef<HTMLElement>(null)

  // Not React state: it changes on every pointer move.
  const move = (pixels: number) => element.current?.style.setProperty('--swipe', `${pixels}px`)

  function stop() {
    start.current = null
    move(0)
  }

  return {
    element,
    handlers: {
      onPointerDown({ pointerId, clientX, pointerType, isPrimary }) {
        // A second finger pinches; a zoomed picture is panned instead.
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
