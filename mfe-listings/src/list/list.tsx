import { classNames } from '@aangan/design/class-names'
import { useToast } from '@aangan/design/toast'
import { useTitle } from '@aangan/remote/title'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useSaveFailure } from '../shared/save-failure.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { FilterBar, type FilterBarHandle } from './filter-bar.tsx'
import { asMeant, readFilters } from './filters.ts'
import { searchedPlace, titleWhen } from './labels.ts'
import { LeftOut } from './left-out.tsx'
import * as s from './list.module.css'
import { MapPane } from './map-pane.tsx'
import { Results } from './results.tsx'
import { ResultsLine } from './results-line.tsx'
import { SortField } from './sort-field.tsx'
import { useKeptHeight } from './use-kept-height.ts'
import { useListScroll } from './use-list-scroll.ts'
import { useSaveSearch } from './use-save-search.tsx'
import { useSearch } from './use-search.ts'
import { useViewOfEntry } from './use-view-of-entry.ts'
import { useOnlyMap } from './use-wide.ts'
import { ViewSwitch } from './view-switch.tsx'

const TITLE_ID = 'results-title'

/** `/list`: the results of the URL's search as cards and on a map. */
export function List() {
  const { search: typed } = useLocation()
  const { currentData: page, data: last, error, isFetching, refetch, repeats, search: ask } = useSearch(typed)
  const search = page ? asMeant(page.meant, typed) : typed
  const [saveButton, saveAnswer] = useSaveSearch(search, {
    typed: error ? null : typed,
    isAnswered: page !== undefined,
  })
  useViewOfEntry()
  // Errors are shown in the list, so show the list.
  const onlyMap = useOnlyMap() && !error
  const [toast] = useToast(useSaveFailure())
  const title = useRef<HTMLHeadingElement>(null)
  const bar = useRef<FilterBarHandle>(null)
  useTitle(titleWhen({ isAnswered: page !== undefined, isFailed: error !== undefined }, search))
  useKeptHeight(title, typed, page !== undefined)
  useFocusOnResults(`${typed} ${repeats}`, title)
  useListScroll(search, onlyMap)
  return (
    <div className={classNames(s.page, onlyMap && s.onlyMap)}>
      <FilterBar ref={bar} className={s.bar} search={search} onSearch={ask} labelledBy={TITLE_ID} />
      <ViewSwitch search={search} />
      <div className={s.results}>
        <div className={s.head}>
          <h1 className={s.title} id={TITLE_ID} ref={title} tabIndex={-1}>
            {`Search results for ${searchedPlace(search)}`}
          </h1>
          <ResultsLine className={s.count} search={search} page={page} loading={(isFetching || !page) && !error} />
          {!onlyMap && (
            <>
              <div className={s.tools}>
                {page?.total.count !== 0 && <SortField className={s.sort} search={search} />}
                {!error && saveButton}
              </div>
              <ActiveFilters search={search} page={page} />
              {page && page.leftOut !== '' && (
                <LeftOut
                  search={search}
                  words={page.leftOut}
                  onEdit={() => bar.current?.editCity(readFilters(typed).city)}
                />
              )}
            </>
          )}
        </div>
        <div hidden={onlyMap}>
          {!error && saveAnswer}
          <Results
            search={search}
            page={page}
            last={last?.posts ?? []}
            error={error}
            loading={isFetching}
            onRetry={refetch}
          />
        </div>
      </div>
      <div className={s.map} data-keep-focus>
        <MapPane search={search} page={page} loading={isFetching} repeats={repeats} alone={onlyMap} onSearch={ask} />
      </div>
      {toast}
    </div>
  )
}

/**
 * Focuses the results heading after a new search, for screen-reader and keyboard users. Sorting and moving the map keep
 * the focus. In a layout effect: a later one took it back from what had been pressed beside the new heading meanwhile.
 */
function useFocusOnResults(asked: string, title: React.RefObject<HTMLHeadingElement | null>): void {
  const last = useRef(asked)
  useLayoutEffect(() => {
    if (last.current === asked) return
    last.current = asked
    if (!document.activeElement?.closest('[data-keep-focus]')) title.current?.focus({ preventScroll: true })
  }, [asked, title])
}
