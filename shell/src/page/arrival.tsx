import { VisuallyHidden } from '@aangan/design/visually-hidden'
import { dropFirstData } from '@aangan/remote/first-data'
import { type RefObject, useEffect, useRef } from 'react'
import { useHistoryEntry } from '../navigation/history.ts'
import { useArrivedTitle } from './title.ts'

/** Announces each new page to screen readers, moves the focus to its start, and drops the first page's embedded data. */
export function Arrival({ main }: { main: RefObject<HTMLElement | null> }) {
  const { path, search } = useHistoryEntry()
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
