import { useEffect, useState } from 'react'
import { findRemedy, type Remedy } from './find-remedy.ts'

/** As `findRemedy`; `retry` until it is known. */
export function useRemedy(error: unknown, entry?: string): Remedy {
  const [remedy, setRemedy] = useState<Remedy>('retry')
  useEffect(() => {
    let isOver = false
    void findRemedy(error, entry).then((found) => !isOver && setRemedy(found))
    return () => {
      isOver = true
    }
  }, [error, entry])
  return remedy
}
