import { classNames } from './class-names.ts'
import * as s from './skeleton.module.css'

interface SkeletonProps {
  /** The part of a line that its text may take; all of it when left out. */
  width?: keyof typeof WIDTHS
  /** Any other size, in the caller's own styles; as high as a line of text when they say nothing. */
  className?: string | undefined
}

const WIDTHS = { short: s.short, half: s.half, long: s.long, most: s.most }

/** Holds the place of what is loading. Nobody hears it: say once, beside it, that something is loading. */
export function Skeleton({ width, className }: SkeletonProps) {
  return <span className={classNames(s.skeleton, width && WIDTHS[width], className)} aria-hidden="true" />
}
