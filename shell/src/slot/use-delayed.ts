import { useEffect, useState } from 'react'

/** Whether it has been active for that long. */
export function useDelayed(active: boolean, ms: number): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setLong(true), ms)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [active, ms])
  return active && isLong
}
