import { useRemote } from '@aangan/web-kit/context'
import { useEffect, useState } from 'react'

type Late<T> = { state: 'waiting' } | { state: 'failed' } | { state: 'ready'; value: T }

/** Loads code once `wanted`. `load` must be a stable function. Failures are reported to the shell; `retry` loads again. */
export function useLate<T>(load: () => Promise<T>, wanted: boolean): Late<T> & { retry: () => void } {
  const { report } = useRemote()
  const [late, setLate] = useState<Late<T>>({ state: 'waiting' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the same again
  useEffect(() => {
    if (!wanted) return
    let stale = false
    setLate({ state: 'waiting' })
    load().then(
      (value) => {
        if (!stale) setLate({ state: 'ready', value })
      },
      (error: Error) => {
        report(error, { fatal: false })
        if (!stale) setLate({ state: 'failed' })
      },
    )
    return () => {
      stale = true
    }
  }, [load, wanted, report, attempt])

  return { ...late, retry: () => setAttempt((count) => count + 1) }
}
