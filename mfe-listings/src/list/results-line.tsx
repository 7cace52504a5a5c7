import { SORTS } from '@aangan/contracts/posts'
import { useRemote } from '@aangan/web-kit/context'
import { SelectField } from '@aangan/web-kit/ui/select-field'
import { countText, type PostsPage } from '../posts-page.ts'
import { searchWith } from './filters.ts'
import { SORT_LABELS } from './labels.ts'
import * as s from './results-line.module.css'

interface ResultsLineProps {
  search: string
  total: PostsPage['total'] | undefined
  loading: boolean
}

/** How many there are, and in which order. */
export function ResultsLine({ search, total, loading }: ResultsLineProps) {
  const { navigate } = useRemote()
  const sort = new URLSearchParams(search).get('sort') || SORTS[0]

  function changeSort(value: string) {
    navigate(`/list${searchWith(search, 'sort', value === SORTS[0] ? null : value)}`)
    window.scrollTo(0, 0)
  }

  return (
    <div className={s.line}>
      <p className={s.count} role="status">
        {loading ? 'Loading...' : total && countText(total)}
      </p>
      <SelectField
        className={s.sort}
        label="Sort"
        dense
        value={sort}
        options={SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
        onChange={(event) => changeSort(event.target.value)}
      />
    </div>
  )
}
