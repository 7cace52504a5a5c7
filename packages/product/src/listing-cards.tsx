import type { Post } from '@aangan/contracts/posts'
import { PlainList } from '@aangan/design/plain-list'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import { ListingCard } from './listing-card.tsx'
import { ListingCardSkeleton } from './listing-card-skeleton.tsx'

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
