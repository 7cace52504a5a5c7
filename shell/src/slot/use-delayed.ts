import { useEffect, useState } from 'react'

/** Shorter waits show no placeholder, which would only flash. */
const NOTICED_MS = 200

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
