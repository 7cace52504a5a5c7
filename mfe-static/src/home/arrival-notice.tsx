import { noticeIn } from '@aangan/contracts/notice'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import * as s from './arrival-notice.module.css'

/** What has just happened on the page that led here. Takes the focus, so that screen readers read it. */
export function ArrivalNotice() {
  const notice = noticeIn(useLocation().state)
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => element.current?.focus(), [])
  if (notice === undefined) return null
  return (
    <p ref={element} className={s.notice} role="status" tabIndex={-1}>
      {notice}
    </p>
  )
}
