import type { ProfilePosts } from '@aangan/contracts/posts'
import { LinkButton } from '@aangan/web-kit/ui/button'
import { EmptyState } from '@aangan/web-kit/ui/empty-state'
import { ErrorState } from '@aangan/web-kit/ui/error-state'
import { ListingCardSkeletons, ListingCards } from '@aangan/web-kit/ui/listing-cards'
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
  if (data) return data[list].length > 0 ? <ListingCards posts={data[list]} className={s.cards} /> : empty
  if (!error) return <ListingCardSkeletons count={SKELETONS} className={s.cards} />
  return <ErrorState title="Error loading posts!" message={error.message} onRetry={refetch} retrying={isFetching} />
}
