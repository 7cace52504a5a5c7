/** More than the outline of a focused element, in pixels. */
const MARGIN = 8

/**
 * Moves a region from the bottom of the screen to its top, by `data-top`, while it would cover the focused element.
 * Returns a function that stops.
 */
export function keepOffFocus(region: HTMLElement | null): () => void {
  if (!region) return () => {}
  const place = () => {
    // Not away from whoever is using it.
    if (region.contains(document.activeElement)) return
    for (const isTop of [false, true, false]) {
      region.toggleAttribute('data-top', isTop)
      if (!coversFocus(region)) return
    }
  }
  place()
  const controller = new AbortController()
  const { signal } = controller
  // In the next frame, since the browser scrolls to what takes the focus.
  document.addEventListener('focusin', () => requestAnimationFrame(place), { signal })
  window.addEventListener('resize', place, { signal })
  return () => controller.abort()
}

function coversFocus(region: HTMLElement): boolean {
  const { activeElement: focused } = document
  const content = region.firstElementChild
  if (!focused || !content || focused.contains(region)) return false
  const [taken, { left, right }] = [focused.getBoundingClientRect(), content.getBoundingClientRect()]
  // The content moves while it appears.
  const { top, bottom } = region.getBoundingClientRect()
  const isBeside = taken.right < left - MARGIN || right + MARGIN < taken.left
  const isApart = taken.bottom < top - MARGIN || bottom + MARGIN < taken.top
  return !isBeside && !isApart
}
