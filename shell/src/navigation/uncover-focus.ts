/** More than the outline of a focused element, in pixels. */
const MARGIN = 8

/**
 * Scrolls what takes the focus into view where the browser does not: out from behind a sticky or fixed bar (WebKit heeds
 * neither `scroll-padding` nor `scroll-margin` when a text field takes it), and out of the end of a row that scrolls
 * sideways (Chromium leaves there what is half visible). Returns a function that stops it.
 */
export function uncoverFocus(): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let isPressed = false
  const notice = ({ type }: Event) => {
    isPressed = type.endsWith('down')
  }
  // A finger's focus comes with the events of a mouse, after its own.
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'mousedown', 'mouseup'])
    window.addEventListener(type, notice, { capture: true, signal })
  document.addEventListener(
    'focusin',
    () => {
      // A pressed button must not move away from under the pointer.
      if (!isPressed) afterScroll(uncover)
    },
    { signal },
  )
  return () => controller.abort()
}

/** WebKit scrolls to a focused text field only at the end of the next frame. */
function afterScroll(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act))
}

function uncover(): void {
  const { activeElement: focused } = document
  // No key leads to what has the index -1: a page's `main` takes the focus on arrival, at the place to go on reading. And
  // what is stuck itself does not move.
  if (!focused || focused.matches('[tabindex="-1"]') || isStuck(barAround(focused))) return
  // To the start, where such rows snap: from any other place they would snap back.
  if (isCutSideways(focused)) focused.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' })
  // Away from a bar at the bottom the focused element may get behind one at the top: then its start counts.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const distance = distanceBehindBar(focused)
    if (distance === 0) return
    window.scrollBy({ top: distance, behavior: 'instant' })
  }
}

/** How far the page must scroll to uncover the element, in pixels; 0 if no bar covers it. */
function distanceBehindBar(element: Element): number {
  const box = element.getBoundingClientRect()
  const bar = barOver(element, box)?.getBoundingClientRect()
  if (!bar) return 0
  const isAtBottom = bar.top + bar.bottom > window.innerHeight
  return isAtBottom ? box.bottom + MARGIN - bar.top : box.top - MARGIN - bar.bottom
}

function isCutSideways(element: Element): boolean {
  const { left, right } = element.getBoundingClientRect()
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (!['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) continue
    const row = at.getBoundingClientRect()
    return left < row.left || right > row.right
  }
  return false
}

function barOver(element: Element, { left, right, top, bottom }: DOMRect): Element | null {
  for (const y of [Math.min(bottom, window.innerHeight) - 1, Math.max(top, 0) + 1]) {
    for (const x of [left + 1, (left + right) / 2, right - 1]) {
      const target = document.elementFromPoint(x, y)
      const isCovered = target && !element.contains(target) && !target.contains(element)
      const bar = isCovered ? barAround(target) : null
      if (bar) return bar
    }
  }
  return null
}

/** A sticky element moves with the page until it reaches its place, and again where the end of its parent pushes it away. */
function isStuck(bar: Element | null): boolean {
  if (!bar) return false
  const { position, top, bottom } = getComputedStyle(bar)
  const box = bar.getBoundingClientRect()
  const isAt = (place: string, distance: number) => Math.abs(Number.parseFloat(place) - distance) < 1
  return position === 'fixed' || isAt(top, box.top) || isAt(bottom, window.innerHeight - box.bottom)
}

/** Toasts move away by themselves. */
function barAround(element: Element): Element | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (['sticky', 'fixed'].includes(getComputedStyle(at).position)) return at.role === 'status' ? null : at
  }
  return null
}
