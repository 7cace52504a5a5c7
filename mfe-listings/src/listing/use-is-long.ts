import { type RefObject, useLayoutEffect, useState } from 'react'

/** A fold that hides less than this would only be in the way. */
const WORTHWHILE_PX = 96

/**
 * Whether what `element` holds is so much higher than `height` pixels that it is worth folding, measured before it is
 * painted and again whenever it changes its width.
 */
export function useIsLong(element: RefObject<HTMLElement | null>, height: number): boolean {
  const [isLong, setIsLong] = useState(false)

  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => setIsLong(measured.scrollHeight > height + WORTHWHILE_PX)
    measure()
    const resizing = new ResizeObserver(measure)
    resizing.observe(measured)
    return () => resizing.disconnect()
  }, [element, height])

  return isLong
}
