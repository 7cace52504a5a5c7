import type { SavedSearch } from '@aangan/contracts/saved-searches'
import { LinkButton } from '@aangan/design/button'
import { EmptyState } from '@aangan/design/empty-state'
import { ErrorState } from '@aangan/design/error-state'
import { PlainList } from '@aangan/design/plain-list'
import { Skeleton } from '@aangan/design/skeleton'
import { useState } from 'react'
import { Section } from '../profile/section.tsx'
import { Removed } from './removed.tsx'
import * as s from './saved-searches.module.css'
import { SearchRow } from './search-row.tsx'
import { useSearchesQuery } from './searches-api.ts'

export function SavedSearches() {
  return (
    <Section title="Saved searches">
      <Searches />
    </Section>
  )
}

function Searches() {
  const { data, error, isFetching, refetch } = useSearchesQuery()
  const [removed, setRemoved] = useState<SavedSearch | null>(null)
  if (!data && !error) return <Skeleton className={s.coming} />
  if (!data) {
    const title = 'Your saved searches could not be loaded'
    return <ErrorState title={title} message={error?.message} onRetry={refetch} retrying={isFetching} />
  }
  const rows = data.filter(({ id }) => id !== removed?.id)
  return (
    <>
      {removed && <Removed key={removed.id} search={removed} onUndone={() => setRemoved(null)} />}
      {rows.length > 0 && (
        <PlainList aria-label="Saved searches">
          {rows.map((search) => (
            <SearchRow key={search.id} search={search} onRemoved={() => setRemoved(search)} />
          ))}
        </PlainList>
      )}
      {rows.length === 0 && !removed && <NoSearches />}
    </>
  )
}

function NoSearches() {
  const search = (
    <LinkButton to="/list" variant="quiet">
      Search homes
    </LinkButton>
  )
  return <EmptyState action={search}>Save a search to see its new homes here or get them by email.</EmptyState>
}
