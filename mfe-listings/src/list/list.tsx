import { useLocation } from 'react-router-dom'
import { usePostsQuery } from '../api.ts'
import { ActiveFilters } from './active-filters.tsx'
import { FilterBar } from './filter-bar.tsx'
import { readFilters } from './filters.ts'
import * as s from './list.module.css'
import { Results } from './results.tsx'
import { ResultsLine } from './results-line.tsx'

/** `/list`: what the address's own query string finds. */
export function List() {
  const { search } = useLocation()
  const { currentData: page, error, isFetching, refetch } = usePostsQuery(search)
  const { city } = readFilters(search)
  return (
    <div className={s.page}>
      <h1 className={s.title} id="results-title">
        Search results for {city || 'all of India'}
      </h1>
      <FilterBar search={search} />
      <ResultsLine search={search} total={page?.total} loading={!page && !error} />
      <ActiveFilters search={search} />
      <div>
        <Results search={search} page={page} error={error} retrying={isFetching} onRetry={refetch} />
      </div>
    </div>
  )
}
