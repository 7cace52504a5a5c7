import type { Post } from '@aangan/contracts/posts'
import { ListingCard } from './listing-card.tsx'
import { ListingCardSkeleton } from './listing-card-skeleton.tsx'
import { PlainList } from './plain-list.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export function ListingCards({ posts, className }: { posts: readonly Post[]; className?: string | undefined }) {
  return (
    <PlainList className={className}>
      {posts.map((post) => (
        <li key={post.id}>
          <ListingCard post={post} />
        </li>
      ))}
    </PlainList>
  )
}

export function ListingCardSkeletons({ count, className }: { count: number; className?: string | undefined }) {
  return (
    <div className={className}>
      <VisuallyHidden live>Loading...</VisuallyHidden>
      {[...Array(count).keys()].map((place) => (
        <ListingCardSkeleton key={place} />
      ))}
    </div>
  )
}
