import { typedName } from '@aangan/contracts/city-labels'
import type { Format } from '@aangan/contracts/format'
import { wherePhrase } from '@aangan/contracts/titles'
import { classNames } from '@aangan/design/class-names'
import { useFormat } from '@aangan/remote/format'
import { useSelector } from 'react-redux'
import type { PostsPage } from '../shared/posts-page.ts'
import { readFilters } from './filters.ts'
import { type ListRoot, selectHomesBefore } from './list-slice.ts'
import * as s from './results-line.module.css'

interface ResultsLineProps {
  search: string
  page: PostsPage | undefined
  loading: boolean
  className?: string
}

export function ResultsLine({ search, page, loading, className }: ResultsLineProps) {
  const format = useFormat()
  const before = useSelector((root: ListRoot) => selectHomesBefore(root, search))
  return (
    <p className={classNames(s.count, className)} role="status">
      {loading ? 'Loading...' : page && `${counted(page, before, format)}${where(search)}`}
    </p>
  )
}

/** '205 homes', from the second page on '21–40 of 205 homes' if it is known which these are. */
function counted({ posts, total }: PostsPage, before: number | null, format: Format): string {
  const all = format.homes(total.count, total.more)
  if (!before || posts.length === 0) return all
  return `${format.number(before + 1)}–${format.number(before + posts.length)} of ${all}`
}

function where(search: string): string {
  const { city, within } = readFilters(search)
  return city && wherePhrase(typedName(city), Number(within) || null)
}
