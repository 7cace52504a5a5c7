import type { Post } from '@aangan/contracts/posts'
import { ListingCard } from './listing-card.tsx'
import { ListingCardSkeleton } from './listing-card-skeleton.tsx'
import { PlainList } from './plain-list.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

interface ListingCardsProps {
  posts: readonly Post[]
  /** Of their pictures: see `PICTURE_SIZES`. */
  sizes: string
  className?: string | undefined
}

export function ListingCards({ posts, sizes, className }: ListingCardsProps) {
  return (
    <PlainList className={className}>
      {posts.map((post) => (
        <li key={post.id}>
          <ListingCard post={post} sizes={sizes} />
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
