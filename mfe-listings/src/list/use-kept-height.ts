import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the height that the heading had with the typed text when the answer replaces it by what the text means, which is
 * often shorter: the homes below must not move.
 */
export function useKeptHeight(heading: RefObject<HTMLElement | null>, typed: string, isAnswered: boolean): void {
  const waiting = useRef({ typed: '', height: 0 })
  useLayoutEffect(() => {
    const element = heading.current
    if (!element) return
    element.style.minHeight = ''
    if (!isAnswered) waiting.current = { typed, height: element.getBoundingClientRect().height }
    else if (waiting.current.typed === typed) element.style.minHeight = `${waiting.current.height}px`
  }, [heading, typed, isAnswered])
}
