import type { Condition } from 'ol/events/condition.js'
import DragPan from 'ol/interaction/DragPan.js'
import type Interaction from 'ol/interaction/Interaction.js'
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js'
import PinchZoom from 'ol/interaction/PinchZoom.js'
import Kinetic from 'ol/Kinetic.js'

interface GestureOptions {
  oneFinger: boolean
  onWheel: () => void
}

/** How quickly a map that was let go comes to rest: decay, slowest speed and time that count. */
const GLIDE = [-0.005, 0.05, 100] as const

/**
 * Dragging and pinching. The wheel scrolls the page, as the specification has it; with Ctrl, which is also what a pinch
 * on a trackpad says, it zooms.
 */
export function gestures({ oneFinger, onWheel }: GestureOptions): Interaction[] {
  const wheel: Condition = ({ originalEvent }) => {
    const zooms = originalEvent instanceof WheelEvent && (originalEvent.ctrlKey || originalEvent.metaKey)
    if (!zooms && originalEvent.type === 'wheel') onWheel()
    return zooms
  }
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const drag: DragPan = new DragPan({
    kinetic: still ? undefined : new Kinetic(...GLIDE),
    condition: ({ originalEvent }) => oneFinger || !isTouch(originalEvent) || drag.getPointerCount() === 2,
  })
  return [
    drag,
    new PinchZoom({ duration: still ? 0 : undefined }),
    new MouseWheelZoom({ condition: wheel, duration: still ? 0 : undefined }),
  ]
}

function isTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch'
}
