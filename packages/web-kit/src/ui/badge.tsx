import type { ReactNode } from 'react'
import * as s from './badge.module.css'

interface BadgeProps {
  /** `float` lies on a picture; `count` draws the eye to something unread. */
  tone?: 'plain' | 'float' | 'count'
  children: ReactNode
}

/** A word or a number on a small plate. */
export function Badge({ tone = 'plain', children }: BadgeProps) {
  return <span className={`${s.badge} ${s[tone]}`}>{children}</span>
}
