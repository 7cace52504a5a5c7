import { type RefObject, useEffect, useState } from 'react'

/** About a screen away: what loads then is there when the reader is. */
const MARGIN = '600px'

/** Whether the element has come near what the reader sees; then it stays so. What is not displayed is never near. */
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
