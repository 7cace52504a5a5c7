import { PlainList } from '@aangan/design/plain-list'
import { useFormat } from '@aangan/remote/format'
import { Link } from '@aangan/remote/link'
import X from 'lucide-react/icons/x'
import type { PostsPage } from '../shared/posts-page.ts'
import * as s from './active-filters.module.css'
import { ClearAll } from './clear-all.tsx'
import { activeFilters, searchWith } from './filters.ts'
import { filterLabel } from './labels.ts'
import { WithinChoice } from './within-choice.tsx'

interface ActiveFiltersProps {
  search: string
  page: PostsPage | undefined
}

/** Each active filter is a link to the search without it. Only the results tell whether its text is a place. */
export function ActiveFilters({ search, page }: ActiveFiltersProps) {
  const format = useFormat()
  const active = activeFilters(search)
  if (active.length === 0) return null
  const isWithin = active.some(({ name }) => name === 'within')
  return (
    <PlainList className={s.list} aria-label="Active filters">
      {active.map(({ name, value }) => {
        const label = filterLabel(name, value, format)
        return (
          <li key={name}>
            <Link
              className={s.filter}
              to={`/list${searchWith(search, name, null)}`}
              aria-label={`Remove filter: ${label}`}
            >
              <span>{label}</span> <X size={16} />
            </Link>
          </li>
        )
      })}
      {page && (page.total.count > 0 || isWithin) && <WithinChoice search={search} />}
      {active.length > 1 && (
        <li className={s.end}>
          <ClearAll className={s.clear} search={search} />
        </li>
      )}
    </PlainList>
  )
}
