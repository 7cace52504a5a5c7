import type { ReactNode } from 'react'
import * as s from './badge.module.css'
import { classNames } from './class-names.ts'

const TONES = { plain: s.plain, float: s.float, state: s.state, count: s.count }

interface BadgeProps {
  /** `float` lies on a picture; `state` says that something is not as others are; `count` draws the eye to something unread. */
  tone?: keyof typeof TONES
  children: ReactNode
}

/** A word or a number on a small plate. */
export function Badge({ tone = 'plain', children }: BadgeProps) {
  return <span className={classNames(s.badge, TONES[tone])}>{children}</span>
}
