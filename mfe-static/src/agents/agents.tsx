import type { User } from '@aangan/contracts/users'
import { EmptyState } from '@aangan/web-kit/ui/empty-state'
import { ErrorState } from '@aangan/web-kit/ui/error-state'
import { PlainList } from '@aangan/web-kit/ui/plain-list'
import { useAgentsQuery } from '../api.ts'
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
        People who know their city, street by street. Everyone here has chosen to be listed, and speaks for themselves.
      </PageHead>
      <Grid />
      <Join />
    </Page>
  )
}

function Grid() {
  const { data: users, error, isFetching, refetch } = useAgentsQuery()
  if (users) return <Cards agents={users.filter(isAgent)} />
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

function Cards({ agents }: { agents: Agent[] }) {
  if (agents.length === 0) return <EmptyState>Nobody is listed as an agent yet.</EmptyState>
  return (
    <PlainList className={s.grid} aria-label="Agents">
      {agents.map((user) => (
        <li key={user.id}>
          <AgentCard user={user} agent={user.agent} />
        </li>
      ))}
    </PlainList>
  )
}

function isAgent(user: User): user is Agent {
  return user.agent !== undefined
}
