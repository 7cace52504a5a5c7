import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import type { Post } from '@aangan/contracts/posts'
import { LinkButton } from '@aangan/design/button'
import { EmptyState } from '@aangan/design/empty-state'
import { ErrorState } from '@aangan/design/error-state'
import { ListingCardSkeletons, ListingCards } from '@aangan/product/listing-cards'
import { useRecentPostsQuery } from '../api.ts'
import * as s from './recent.module.css'
import { Section } from './section.tsx'

const COUNT = 6

export function Recent() {
  const { data: posts, error, isFetching, refetch } = useRecentPostsQuery()
  return (
    <Section title="Recently listed" more={{ to: '/list', label: 'See all homes' }}>
      {posts ? (
        <Posts posts={posts} />
      ) : error ? (
        <ErrorState title="Error loading posts!" message={error.message} onRetry={refetch} retrying={isFetching} />
      ) : (
        <ListingCardSkeletons count={COUNT} className={s.row} />
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
  return <ListingCards posts={posts} sizes={PICTURE_SIZES.recent} className={s.row} />
}
