import type { Post } from '@aangan/contracts/posts'
import { EmptyState } from '@aangan/design/empty-state'
import { ErrorState } from '@aangan/design/error-state'
import { PlainList } from '@aangan/design/plain-list'
import { Skeleton } from '@aangan/design/skeleton'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import { Link } from '@aangan/remote/link'
import { useRecentPostsQuery } from '../api.ts'
import * as s from './start.module.css'

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
  if (posts) return <HomeLinks homes={posts} />
  if (!error) return <Waiting />
  return <ErrorState title="Error loading posts!" message={error.message} onRetry={refetch} retrying={isFetching} />
}

function HomeLinks({ homes }: { homes: Post[] }) {
  return (
    <PlainList className={s.homes}>
      {homes.map(({ id, title, city }) => (
        <li key={id}>
          <Link to={`/${id}`}>{title}</Link>
          <p className={s.city}>{city}</p>
        </li>
      ))}
    </PlainList>
  )
}

function Waiting() {
  return (
    <div role="status">
      <VisuallyHidden>Loading homes</VisuallyHidden>
      <Skeleton width="half" />
    </div>
  )
}
