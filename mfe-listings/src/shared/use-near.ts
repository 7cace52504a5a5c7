import { type RefObject, useEffect, useState } from 'react'

/** About a screen ahead. */
const MARGIN = '600px'

/** Becomes true once the element scrolls near, and stays true. Never true for elements that are not displayed. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !element.current) return
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: MARGIN,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, near])
  return near
}
