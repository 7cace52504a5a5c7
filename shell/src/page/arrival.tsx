import { dropFirstData } from '@aangan/web-kit/first-data'
import { VisuallyHidden } from '@aangan/web-kit/ui/visually-hidden'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePlace } from '../navigation/history.ts'

interface ArrivalProps {
  /** What is said of the page that was come to. */
  title: string
  main: RefObject<HTMLElement | null>
}

/**
 * Makes a change of page one for everybody: those who listen are told, and the focus is at the start of the new page.
 * What the first page brought along is forgotten.
 */
export function Arrival({ title, main }: ArrivalProps) {
  const { path, search } = usePlace()
  const [announced, announce] = useState('')
  const last = useRef({ path, search })

  useEffect(() => {
    const { path: from, search: before } = last.current
    last.current = { path, search }
    if (from === path && before === search) return
    dropFirstData()
    if (from === path) return
    announce(title)
    main.current?.focus({ preventScroll: true })
  }, [path, search, title, main])

  return <VisuallyHidden live>{announced}</VisuallyHidden>
}
