import type { ReactNode } from 'react'
import * as s from './badge.module.css'
import { classNames } from './class-names.ts'

const TONES = { plain: s.plain, float: s.float, state: s.state, count: s.count }

interface BadgeProps {
  /** `float` lies on a picture, `state` marks an exception, `count` is a number of unread items. */
  tone?: keyof typeof TONES
  children: ReactNode
}

export function Badge({ tone = 'plain', children }: BadgeProps) {
  return <span className={classNames(s.badge, TONES[tone])}>{children}</span>
}
