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

/** Kinetic panning: decay, minimum velocity, delay in ms. */
const GLIDE = [-0.005, 0.05, 100] as const

/** The wheel scrolls the page, as specified. It zooms with Ctrl, which trackpad pinches also report. */
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
