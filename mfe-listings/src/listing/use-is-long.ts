import { type RefObject, useLayoutEffect, useState } from 'react'

/** Hiding less than this is not worth a button. */
const WORTHWHILE_PX = 96

/** Whether the content overflows `height` pixels enough to fold. Measured before paint, and again on resize. */
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
