import { EmptyState } from '@aangan/web-kit/ui/empty-state'
import { ErrorState } from '@aangan/web-kit/ui/error-state'
import { ListingCardSkeletons, ListingCards } from '@aangan/web-kit/ui/listing-cards'
import { useRecentPostsQuery } from '../api.ts'
import * as s from './start.module.css'

/** Of a card's picture, at most: one column on phones. */
const SIZES = '(min-width: 45rem) 26rem, calc(100vw - 2rem)'

/** `/__name__` */
export function Start() {
  return (
    <div className={s.page}>
      <h1 className={s.title}>__Name__</h1>
      <section aria-labelledby="new-homes">
        <h2 id="new-homes" className={s.heading}>
          New homes
        </h2>
        <Homes />
      </section>
    </div>
  )
}

function Homes() {
  const { data: posts, error, isFetching, refetch } = useRecentPostsQuery()
  if (posts?.length === 0) return <EmptyState>No homes have been listed yet.</EmptyState>
  if (posts) return <ListingCards posts={posts} sizes={SIZES} className={s.cards} />
  if (!error) return <ListingCardSkeletons count={6} className={s.cards} />
  return <ErrorState title="Error loading posts!" message={error.message} onRetry={refetch} retrying={isFetching} />
}
