import { useEffect, useState } from 'react'

/** Shorter waits than this are not felt; something that flashes by would be. */
const NOTICED_MS = 200

/** True once `active` has been so for long enough to be noticed. */
export function useDelayed(active: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setLong(true), NOTICED_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [active])
  return active && isLong
}
