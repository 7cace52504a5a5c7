import { useFormat } from '@aangan/web-kit/format'
import { classNames } from '@aangan/web-kit/ui/class-names'
import type { PostsPage } from '../shared/posts-page.ts'
import { readFilters } from './filters.ts'
import { typedName } from './labels.ts'
import * as s from './results-line.module.css'

interface ResultsLineProps {
  search: string
  total: PostsPage['total'] | undefined
  loading: boolean
  className?: string
}

export function ResultsLine({ search, total, loading, className }: ResultsLineProps) {
  const format = useFormat()
  return (
    <p className={classNames(s.count, className)} role="status">
      {loading ? 'Loading...' : total && `${format.homes(total.count, total.more)}${within(search)}`}
    </p>
  )
}

function within(search: string): string {
  const { city } = readFilters(search)
  return city && ` in ${typedName(city)}`
}
