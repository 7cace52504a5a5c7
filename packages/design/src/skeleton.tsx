import { classNames } from './class-names.ts'
import * as s from './skeleton.module.css'

interface SkeletonProps {
  /** A fraction of the line; full width by default. */
  width?: keyof typeof WIDTHS
  /** For custom sizes; one line of text high by default. */
  className?: string | undefined
}

const WIDTHS = { short: s.short, half: s.half, long: s.long, most: s.most }

/** Hidden from screen readers: announce the loading state once, next to it. */
export function Skeleton({ width, className }: SkeletonProps) {
  return <span className={classNames(s.skeleton, width && WIDTHS[width], className)} aria-hidden="true" />
}
