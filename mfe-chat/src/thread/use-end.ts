import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

const NEAR_PX = 32

interface End {
  isAtEnd: boolean
  onScroll: () => void
  goToEnd: () => void
}

/** For `flex-direction: column-reverse`, which keeps its position when content is added above. Compensates for content added below. */
export function useEnd(scroller: RefObject<HTMLElement | null>, newest: string | undefined): End {
  const [isAtEnd, setIsAtEnd] = useState(true)
  const last = useRef({ newest, height: 0 })

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const { scrollHeight: height, scrollTop } = element
    const grown = height - last.current.height
    if (last.current.newest !== newest && scrollTop < -NEAR_PX) element.scrollTop = scrollTop - grown
    last.current = { newest, height }
  })

  const onScroll = useCallback(() => {
    if (scroller.current) setIsAtEnd(scroller.current.scrollTop >= -NEAR_PX)
  }, [scroller])

  const goToEnd = useCallback(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [scroller])

  return { isAtEnd, onScroll, goToEnd }
}
