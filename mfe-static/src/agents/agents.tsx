import type { User } from '@aangan/contracts/users'
import { Button } from '@aangan/design/button'
import { EmptyState } from '@aangan/design/empty-state'
import { ErrorState } from '@aangan/design/error-state'
import { FormError } from '@aangan/design/form-error'
import { PlainList } from '@aangan/design/plain-list'
import { type RefObject, useEffect, useRef } from 'react'
import { useAgentsInfiniteQuery } from '../api.ts'
import { Page, PageHead } from '../page.tsx'
import { AgentCard } from './agent-card.tsx'
import * as s from './agents.module.css'
import { Join } from './join.tsx'
import { Loading } from './loading.tsx'

type Agent = User & Required<Pick<User, 'agent'>>

export function Agents() {
  return (
    <Page>
      <PageHead title="Our agents">
        People who know their city, street by street. Everyone here chose to be listed and wrote their own profile.
      </PageHead>
      <Grid />
      <Join />
    </Page>
  )
}

function Grid() {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useAgentsInfiniteQuery()
  const list = useRef<HTMLUListElement>(null)
  const agents = data?.pages.flatMap(({ users }) => users.filter(isAgent)) ?? []
  const focusNext = useFocusOnNext(list, agents.length)

  function showMore() {
    focusNext()
    void fetchNextPage()
  }

  if (data) {
    return (
      <div className={s.all}>
        <Cards ref={list} agents={agents} />
        {isFetchNextPageError && <FormError>{`More agents could not be loaded. ${error?.message ?? ''}`}</FormError>}
        {hasNextPage && (
          <Button variant="quiet" className={s.more} busy={isFetchingNextPage} onClick={showMore}>
            Show more agents
          </Button>
        )}
      </div>
    )
  }
  if (!error) return <Loading />
  return (
    <ErrorState
      title="Oops! Something went wrong"
      message="Failed to load agents. Please try again later."
      onRetry={refetch}
      retrying={isFetching}
    />
  )
}

/** Returns a function to call before more are loaded: the first of them takes the focus, since the button moves away. */
function useFocusOnNext(list: RefObject<HTMLUListElement | null>, count: number): () => void {
  const last = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const next = list.current?.children[last.current]
    if (!(next instanceof HTMLElement)) return
    last.current = Number.POSITIVE_INFINITY
    next.focus({ preventScroll: true })
  })
  return () => {
    last.current = count
  }
}

function Cards({ agents, ref }: { agents: Agent[]; ref: RefObject<HTMLUListElement | null> }) {
  if (agents.length === 0) return <EmptyState>Nobody is listed as an agent yet.</EmptyState>
  return (
    <PlainList ref={ref} className={s.grid} aria-label="Agents">
      {agents.map((user) => (
        <li key={user.id} tabIndex={-1}>
          <AgentCard user={user} agent={user.agent} />
        </li>
      ))}
    </PlainList>
  )
}

function isAgent(user: User): user is Agent {
  return user.agent !== undefined
}
