import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether the content overflows `height` pixels. Undefined until it is measured: before paint, and again on resize. */
export function useIsLong(element: RefObject<HTMLElement | null>, height: number): boolean | undefined {
  const [isLong, setIsLong] = useState<boolean>()

  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => setIsLong(measured.scrollHeight > height)
    measure()
    const resizing = new ResizeObserver(measure)
    resizing.observe(measured)
    return () => resizing.disconnect()
  }, [element, height])

  return isLong
}
