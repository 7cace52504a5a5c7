import type { Post, ProfilePosts } from '@aangan/contracts/posts'
import { LinkButton } from '@aangan/web-kit/ui/button'
import { EmptyState } from '@aangan/web-kit/ui/empty-state'
import { ErrorState } from '@aangan/web-kit/ui/error-state'
import { ListingCard } from '@aangan/web-kit/ui/listing-card'
import { ListingCardSkeleton } from '@aangan/web-kit/ui/listing-card-skeleton'
import { PlainList } from '@aangan/web-kit/ui/plain-list'
import { VisuallyHidden } from '@aangan/web-kit/ui/visually-hidden'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { useProfilePostsQuery } from '../api.ts'
import * as s from './my-homes.module.css'
import { Section } from './section.tsx'

const SKELETONS = 3

export function MyHomes() {
  const create = (
    <LinkButton to="/add" dense icon={<Plus size={18} />}>
      Create New Post
    </LinkButton>
  )
  return (
    <Section title="My Properties" action={create}>
      <Homes list="userPosts" empty={<EmptyState>You have not listed a home yet.</EmptyState>} />
    </Section>
  )
}

export function SavedHomes() {
  const search = (
    <LinkButton to="/list" variant="quiet">
      Search homes
    </LinkButton>
  )
  return (
    <Section title="Saved Properties">
      <Homes
        list="savedPosts"
        empty={<EmptyState action={search}>Homes that you save stand here, so that you find them again.</EmptyState>}
      />
    </Section>
  )
}

/** One call answers both lists. */
function Homes({ list, empty }: { list: keyof ProfilePosts; empty: ReactNode }) {
  const { data, error, isFetching, refetch } = useProfilePostsQuery()
  if (data) return data[list].length > 0 ? <Cards posts={data[list]} /> : empty
  if (!error) return <Loading />
  return <ErrorState title="Error loading posts!" message={error.message} onRetry={refetch} retrying={isFetching} />
}

function Cards({ posts }: { posts: Post[] }) {
  return (
    <PlainList className={s.cards}>
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
    <div className={s.cards}>
      <VisuallyHidden live>Loading...</VisuallyHidden>
      {[...Array(SKELETONS).keys()].map((place) => (
        <ListingCardSkeleton key={place} />
      ))}
    </div>
  )
}
