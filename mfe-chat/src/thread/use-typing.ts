import { useRemote } from '@aangan/web-kit/context'
import { useRef } from 'react'

const EVERY_MS = 3_000

/** @returns tells the other person that the reader writes; call it with every change */
export function useTyping(chatId: string): () => void {
  const { send } = useRemote()
  const told = useRef(Number.NEGATIVE_INFINITY)
  return () => {
    if (performance.now() - told.current < EVERY_MS) return
    told.current = performance.now()
    // It may be lost.
    send('typing', { chatId }).catch(() => {})
  }
}
