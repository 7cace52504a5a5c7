import { useState } from 'react'
import { useLatestOnly } from './use-latest-only.ts'

/**
 * A choice that shows at once and is sent one request at a time, so that the last one wins however slow the requests
 * are. Once they are done, `confirmed` shows again: after a failure, what the server last accepted. `send` must not
 * reject, and must have updated `confirmed` when it resolves.
 */
export function useChoice<T extends string>(
  confirmed: T,
  send: (chosen: T) => Promise<unknown>,
): [shown: T, choose: (chosen: T) => void] {
  const [wish, setWish] = useState<T | null>(null)
  const sendLatest = useLatestOnly(send)

  async function choose(chosen: T) {
    setWish(chosen)
    await sendLatest(chosen)
    setWish(null)
  }
  return [wish ?? confirmed, (chosen) => void choose(chosen)]
}
