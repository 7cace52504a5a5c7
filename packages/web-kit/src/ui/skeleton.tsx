import { classNames } from './class-names.ts'
import * as s from './skeleton.module.css'

interface SkeletonProps {
  /** Any CSS length; the full width when left out. */
  width?: string
  /** Any CSS length; a line of text when left out. */
  height?: string
  /** Instead of a height: a picture's shape, such as '3 / 2'. */
  ratio?: string
  className?: string
}

/** Holds the place of what is loading. Nobody hears it: say once, beside it, that something is loading. */
export function Skeleton({ width, height = '1em', ratio, className }: SkeletonProps) {
  return (
    <span
      className={classNames(s.skeleton, className)}
      style={ratio ? { width, aspectRatio: ratio } : { width, height }}
      aria-hidden="true"
    />
  )
}
