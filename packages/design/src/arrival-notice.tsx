import { noticeIn } from '@aangan/contracts/notice'
import { updateEntryState } from '@aangan/remote/entry-state'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import * as s from './arrival-notice.module.css'
import { classNames } from './class-names.ts'

/** What has just happened on the page that led here. Takes the focus, so that screen readers read it. */
export function ArrivalNotice({ className }: { className?: string | undefined }) {
  const { key, state } = useLocation()
  const [notice] = useState(() => noticeIn(state))
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    element.current?.focus()
    // It has been read: a reload or Back would show it again.
    if (notice !== undefined) updateEntryState(key, { notice: undefined })
  }, [notice, key])
  if (notice === undefined) return null
  return (
    <p ref={element} className={classNames(s.notice, className)} role="status" tabIndex={-1}>
      {notice}
    </p>
  )
}
