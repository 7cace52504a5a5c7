import { SORTS } from '@aangan/contracts/post-constants'
import { SelectField } from '@aangan/design/select-field'
import { useRemote } from '@aangan/remote/context'
import { FILTER_FORM } from './filter-bar.tsx'
import { searchWith } from './filters.ts'
import { SORT_LABELS } from './labels.ts'
import * as s from './sort-field.module.css'

export function SortField({ search, className }: { search: string; className?: string | undefined }) {
  const { navigate } = useRemote()
  const sort = new URLSearchParams(search).get('sort') || SORTS[0]
  return (
    <div className={className} data-keep-focus>
      <SelectField
        className={s.sort}
        label="Sort"
        name="sort"
        form={FILTER_FORM}
        dense
        // Browsers would restore the order of another entry in the history, which would go there.
        autoComplete="off"
        value={sort}
        options={SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
        onChange={({ target: { value } }) =>
          navigate(`/list${searchWith(search, 'sort', value === SORTS[0] ? null : value)}`)
        }
      />
    </div>
  )
}
