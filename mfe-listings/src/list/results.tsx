import type { Post } from '@aangan/contracts/posts'
import { LinkButton } from '@aangan/design/button'
import { EmptyState } from '@aangan/design/empty-state'
import { ErrorState } from '@aangan/design/error-state'
import { PlainList } from '@aangan/design/plain-list'
import { ListingCardSkeleton } from '@aangan/product/listing-card-skeleton'
import type { ApiError } from '@aangan/remote/api'
import type { SerializedError } from '@reduxjs/toolkit'
import { useId } from 'react'
import type { PostsPage } from '../shared/posts-page.ts'
import { useSavedIds } from '../shared/use-saving.ts'
import { wrongFilters } from './labels.ts'
import { Nearby } from './nearby.tsx'
import { NoResults } from './no-results.tsx'
import { Pages } from './pages.tsx'
import { ResultCard } from './result-card.tsx'
import * as s from './results.module.css'
import { useDropEdits } from './use-filter-form.ts'

/** Cards in the first viewport of a wide screen. */
const IN_VIEW = 4
const SKELETONS = 12

interface ResultsProps {
  search: string
  page: PostsPage | undefined
  /** The homes that were shown last, maybe of another search. */
  last: readonly Post[]
  error: ApiError | SerializedError | undefined
  /** Also true during a refetch. */
  loading: boolean
  onRetry: () => void
}

export function Results({ search, page, last, error, loading, onRetry }: ResultsProps) {
  if (!page && !error) return <Loading />
  // Retrying an invalid URL cannot help.
  const refused = error && 'status' in error && error.status === 400
  const wrong = refused && wrongFilters(search)
  if (wrong) return <Wrong>{wrong}</Wrong>
  return (
    <>
      {error && (
        <ErrorState
          title="Error loading posts!"
          message={refused ? 'Part of this link is missing or wrong.' : error.message}
          onRetry={refused ? undefined : onRetry}
          retrying={loading}
          action={refused && <ShowAll />}
        />
      )}
      {!page && !refused && last.length > 0 && <FromBefore posts={last} />}
      {page && (
        <div className={loading ? s.renewed : undefined} aria-busy={loading}>
          {page.posts.length > 0 ? <Page search={search} page={page} /> : <NoResults search={search} />}
        </div>
      )}
    </>
  )
}

/** The filters themselves are invalid, so this is not a loading error. */
function Wrong({ children }: { children: string }) {
  return (
    <div role="alert">
      <EmptyState action={<ShowAll />}>{children}</EmptyState>
    </div>
  )
}

function Page({ search, page }: { search: string; page: PostsPage }) {
  return (
    <>
      <Cards posts={page.posts} />
      <Pages search={search} page={page} />
      <Nearby search={search} page={page} />
    </>
  )
}

/** Losing the connection takes nothing away, but these are no answer to the filters beside them. */
function FromBefore({ posts }: { posts: readonly Post[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <p className={s.before} id={id}>
        These are still the homes from before.
      </p>
      <Cards posts={posts} />
    </section>
  )
}

function Cards({ posts }: { posts: readonly Post[] }) {
  useSavedIds()
  return (
    <PlainList className={s.cards}>
      {posts.map((post, index) => (
        <ResultCard key={post.id} post={post} eager={index < IN_VIEW} />
      ))}
    </PlainList>
  )
}

/** For invalid URLs, such as mangled links. */
function ShowAll() {
  return (
    <LinkButton variant="quiet" to="/list" onFollow={useDropEdits()}>
      Show all homes
    </LinkButton>
  )
}

function Loading() {
  return (
    <div className={s.cards} aria-busy="true">
      {[...Array(SKELETONS).keys()].map((place) => (
        <ListingCardSkeleton key={place} />
      ))}
    </div>
  )
}
