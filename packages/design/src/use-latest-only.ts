import { useRef, useState } from 'react'

/**
 * Returns a function that runs `act` one call at a time; of the values given meanwhile only the last waits. It resolves
 * once nothing is under way any more. `act` must not reject.
 */
export function useLatestOnly<T>(act: (value: T) => Promise<unknown>): (value: T) => Promise<void> {
  const latest = useRef(act)
  latest.current = act
  const [run] = useState(() => latestOnly<T>((value) => latest.current(value)))
  return run
}

function latestOnly<T>(act: (value: T) => Promise<unknown>): (value: T) => Promise<void> {
  let running: Promise<void> | null = null
  let waiting: { value: T }[] = []

  async function work(): Promise<void> {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await act(next.value)
    running = null
  }

  return (value) => {
    waiting = [{ value }]
    running ??= work()
    return running
  }
}
