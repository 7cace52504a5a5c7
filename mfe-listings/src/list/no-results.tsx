import type { Format } from '@aangan/contracts/format'
import { useFormat } from '@aangan/web-kit/format'
import { LinkButton } from '@aangan/web-kit/ui/button'
import { EmptyState } from '@aangan/web-kit/ui/empty-state'
import { Link } from '@aangan/web-kit/ui/link'
import { PlainList } from '@aangan/web-kit/ui/plain-list'
import { Skeleton } from '@aangan/web-kit/ui/skeleton'
import type { Alternative } from './alternatives.ts'
import { type FoundAlternative, useAlternativesQuery } from './alternatives-api.ts'
import { activeFilters, searchForAll, searchWith } from './filters.ts'
import { filterLabel, nothingLabel } from './labels.ts'
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
          <LinkButton to={`/list${cleared}`} onFollow={dropEdits}>
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
  const partly = found.find((other) => other.kind === 'place' && other.without)
  return (
    <>
      {partly?.kind === 'place' && (
        <p className={s.understood}>
          We understood “{partly.place}”, but not “{partly.without}”.
        </p>
      )}
      <PlainList className={s.list} aria-label="Similar searches with results">
        {found.map((other) => (
          <li key={other.search}>
            <AlternativeLink other={other} />
          </li>
        ))}
      </PlainList>
    </>
  )
}

function AlternativeLink({ other }: { other: FoundAlternative }) {
  const format = useFormat()
  return (
    <Link className={s.link} to={`/list${other.search}`}>
      <span>{words(other, format)}</span>{' '}
      <span className={s.count}>{format.homes(other.total.count, other.total.more)}</span>
    </Link>
  )
}

function words(other: Alternative, format: Format): string {
  if (other.kind === 'place')
    return other.without ? `${other.place}, without “${other.without}”` : `Did you mean ${other.place}?`
  if (other.kind === 'everything') return `All homes in ${other.place}`
  if (isAnywhere(other.search) && (other.filter === 'city' || other.filter === 'bbox')) return 'Anywhere in India'
  return `Without “${filterLabel(other.filter, other.value, format)}”`
}

function isAnywhere(search: string): boolean {
  return activeFilters(search).every(({ name }) => name !== 'city' && name !== 'bbox')
}
