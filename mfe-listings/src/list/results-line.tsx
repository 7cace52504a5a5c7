import { SORTS } from '@aangan/contracts/post-constants'
import { useRemote } from '@aangan/web-kit/context'
import { useFormat } from '@aangan/web-kit/format'
import { SelectField } from '@aangan/web-kit/ui/select-field'
import type { PostsPage } from '../shared/posts-page.ts'
import { readFilters, searchWith } from './filters.ts'
import { SORT_LABELS, typedName } from './labels.ts'
import * as s from './results-line.module.css'

interface ResultsLineProps {
  search: string
  total: PostsPage['total'] | undefined
  loading: boolean
  /** False for the map, which has no order, and where nothing is found. */
  sortable: boolean
}

export function ResultsLine({ search, total, loading, sortable }: ResultsLineProps) {
  const { navigate } = useRemote()
  const format = useFormat()
  const sort = new URLSearchParams(search).get('sort') || SORTS[0]
  return (
    <div className={s.line}>
      <p className={s.count} role="status">
        {loading ? 'Loading...' : total && `${format.homes(total.count, total.more)}${within(search)}`}
      </p>
      {sortable && (
        <div data-keep-focus>
          <SelectField
            className={s.sort}
            label="Sort"
            dense
            value={sort}
            options={SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
            onChange={({ target: { value } }) =>
              navigate(`/list${searchWith(search, 'sort', value === SORTS[0] ? null : value)}`)
            }
          />
        </div>
      )}
    </div>
  )
}

function within(search: string): string {
  const { city } = readFilters(search)
  return city && ` in ${typedName(city)}`
}
