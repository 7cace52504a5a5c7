import type { OwnPost, ProfilePosts } from '@aangan/contracts/posts'
import { Button, LinkButton } from '@aangan/design/button'
import { EmptyState } from '@aangan/design/empty-state'
import { ErrorState } from '@aangan/design/error-state'
import { PlainList } from '@aangan/design/plain-list'
import { useToast } from '@aangan/design/toast'
import { ListingCardSkeletons } from '@aangan/product/listing-cards'
import { useRemote } from '@aangan/remote/context'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useProfilePostsQuery } from '../api.ts'
import * as s from './my-homes.module.css'
import { OwnHome } from './own-home.tsx'
import { SavedHome } from './saved-home.tsx'
import { Section } from './section.tsx'

const SKELETONS = 3
/** Homes shown before "Show all". */
const FEW = 6

export function MyHomes() {
  const { changes } = useRemote()
  const [toast, say] = useToast()
  const title = useRef<HTMLHeadingElement>(null)

  function forget(id: string) {
    // The focused button is removed with its card.
    title.current?.focus()
    say('Your listing was deleted.')
    changes.announce({ type: 'post.removed', id })
  }

  const create = (
    <LinkButton to="/add" dense icon={<Plus size={18} />}>
      Create New Post
    </LinkButton>
  )
  return (
    <Section title="My Properties" action={create} titleRef={title}>
      <Homes list="userPosts" empty={<EmptyState>You have not listed a home yet.</EmptyState>}>
        {(posts) => (
          <PlainList className={s.cards}>
            {posts.map((post) => (
              <li key={post.id}>
                <OwnHome post={post} onDeleted={forget} say={say} />
              </li>
            ))}
          </PlainList>
        )}
      </Homes>
      {toast}
    </Section>
  )
}

export function SavedHomes() {
  const [toast, say] = useToast()
  const title = useRef<HTMLHeadingElement>(null)

  function forget() {
    // The focused button is removed with its card.
    title.current?.focus()
    say('Removed from your saved homes.')
  }

  const search = (
    <LinkButton to="/list" variant="quiet">
      Search homes
    </LinkButton>
  )
  return (
    <Section title="Saved Properties" titleRef={title}>
      <Homes list="savedPosts" empty={<EmptyState action={search}>The homes that you save appear here.</EmptyState>}>
        {(posts) => (
          <PlainList className={s.cards}>
            {posts.map((post) => (
              <li key={post.id}>
                <SavedHome post={post} onRemoved={forget} />
              </li>
            ))}
          </PlainList>
        )}
      </Homes>
      {toast}
    </Section>
  )
}

interface HomesProps {
  list: keyof ProfilePosts
  empty: ReactNode
  children: (posts: OwnPost[]) => ReactNode
}

/** One request serves both lists. */
function Homes({ list, empty, children }: HomesProps) {
  const { data, error, isFetching, refetch } = useProfilePostsQuery()
  if (data) return data[list].length > 0 ? <FirstOf posts={data[list]}>{children}</FirstOf> : empty
  if (!error) return <ListingCardSkeletons count={SKELETONS} className={s.cards} />
  return <ErrorState title="Error loading posts!" message={error.message} onRetry={refetch} retrying={isFetching} />
}

/** Shows the first few, so that the content below stays close. */
function FirstOf({ posts, children }: { posts: OwnPost[]; children: HomesProps['children'] }) {
  const [isWhole, setIsWhole] = useState(false)
  const box = useRef<HTMLDivElement>(null)

  function showAll() {
    flushSync(() => setIsWhole(true))
    // The button is removed: focus the first new home.
    box.current?.querySelectorAll('li')[FEW]?.querySelector('a')?.focus()
  }

  return (
    <div ref={box}>
      {children(isWhole ? posts : posts.slice(0, FEW))}
      {!isWhole && posts.length > FEW && (
        <Button className={s.more} variant="quiet" onClick={showAll}>
          {`Show all ${posts.length} homes`}
        </Button>
      )}
    </div>
  )
}
