import { LinkButton } from '@aangan/design/button'
import { EmptyState } from '@aangan/design/empty-state'
import { Skeleton } from '@aangan/design/skeleton'
import { AlternativeList } from './alternative-list.tsx'
import { useAlternativesQuery } from './alternatives-api.ts'
import { searchForAll, searchWith } from './filters.ts'
import { nothingLabel } from './labels.ts'
import { NearbyList } from './nearby.tsx'
import * as s from './no-results.module.css'
import { useDropEdits } from './use-filter-form.ts'

/** No results: suggests searches that have some, with their counts. */
export function NoResults({ search }: { search: string }) {
  const dropEdits = useDropEdits()
  if (new URLSearchParams(search).get('after')) return <PageIsGone search={search} />
  const cleared = searchForAll(search)
  if (cleared === search) return <EmptyState>{nothingLabel(search)}</EmptyState>
  return (
    <EmptyState
      action={
        <>
          <LinkButton variant="quiet" to={`/list${cleared}`} onFollow={dropEdits}>
            Clear filters
          </LinkButton>
          <Alternatives search={search} />
        </>
      }
    >
      {nothingLabel(search)}
    </EmptyState>
  )
}

/** A shared link to a later page may outlive its homes. */
function PageIsGone({ search }: { search: string }) {
  return (
    <EmptyState action={<LinkButton to={`/list${searchWith(search, 'after', null)}`}>First page</LinkButton>}>
      There are no more homes on this page.
    </EmptyState>
  )
}

/** They come late, and take an unknown height: nothing may follow them. */
function Alternatives({ search }: { search: string }) {
  const { currentData: found, isFetching } = useAlternativesQuery(search)
  if (isFetching) return <Skeleton className={s.coming} />
  if (!found?.length) return null
  const nearby = found.filter(({ kind }) => kind === 'nearby')
  const similar = found.filter(({ kind }) => kind !== 'nearby')
  return (
    <>
      {nearby.length > 0 && <NearbyList className={s.alternatives} found={nearby} />}
      {similar.length > 0 && (
        <div className={s.alternatives}>
          <AlternativeList found={similar} label="Similar searches with results" />
        </div>
      )}
    </>
  )
}
