import { dropFirstData } from '@aangan/web-kit/first-data'
import { VisuallyHidden } from '@aangan/web-kit/ui/visually-hidden'
import { type RefObject, useEffect, useRef } from 'react'
import { usePlace } from '../navigation/history.ts'
import { useArrivedTitle } from './title.ts'

/**
 * Makes a change of page one for everybody: screen readers say the name of the new page, once it is known, and the focus
 * is at its start. What the first page brought along is forgotten.
 */
export function Arrival({ main }: { main: RefObject<HTMLElement | null> }) {
  const { path, search } = usePlace()
  const title = useArrivedTitle()
  const last = useRef({ path, search })

  useEffect(() => {
    const { path: from, search: before } = last.current
    last.current = { path, search }
    if (from === path && before === search) return
    dropFirstData()
    if (from !== path) main.current?.focus({ preventScroll: true })
  }, [path, search, main])

  return <VisuallyHidden live>{title}</VisuallyHidden>
}
