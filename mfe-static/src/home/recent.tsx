import type { Post } from '@aangan/contracts/posts'
import { LinkButton } from '@aangan/web-kit/ui/button'
import { EmptyState } from '@aangan/web-kit/ui/empty-state'
import { ErrorState } from '@aangan/web-kit/ui/error-state'
import { ListingCard } from '@aangan/web-kit/ui/listing-card'
import { ListingCardSkeleton } from '@aangan/web-kit/ui/listing-card-skeleton'
import { PlainList } from '@aangan/web-kit/ui/plain-list'
import { VisuallyHidden } from '@aangan/web-kit/ui/visually-hidden'
import { useRecentPostsQuery } from '../api.ts'
import * as s from './recent.module.css'
import { Section } from './section.tsx'

const COUNT = 6

/** The newest listings. */
export function Recent() {
  const { data: posts, error, isFetching, refetch } = useRecentPostsQuery()
  return (
    <Section title="Recently listed" more={{ to: '/list', label: 'See all homes' }}>
      {posts ? (
        <Posts posts={posts} />
      ) : error ? (
        <ErrorState title="Error loading posts!" message={error.message} onRetry={refetch} retrying={isFetching} />
      ) : (
        <Loading />
      )}
    </Section>
  )
}

function Posts({ posts }: { posts: Post[] }) {
  if (posts.length === 0) {
    return (
      <EmptyState action={<LinkButton to="/add">List a home</LinkButton>}>
        No home has been listed yet. Yours could be the first.
      </EmptyState>
    )
  }
  return (
    <PlainList className={s.row}>
      {posts.map((post) => (
        <li key={post.id}>
          <ListingCard post={post} />
        </li>
      ))}
    </PlainList>
  )
}

function Loading() {
  return (
    <div className={s.row}>
      <VisuallyHidden live>Loading...</VisuallyHidden>
      {[...Array(COUNT).keys()].map((place) => (
        <ListingCardSkeleton key={place} />
      ))}
    </div>
  )
}
