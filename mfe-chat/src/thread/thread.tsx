import type { PublicUser } from '@aangan/contracts/users'
import type { ApiError } from '@aangan/web-kit/api'
import { LinkButton } from '@aangan/web-kit/ui/button'
import { ErrorState } from '@aangan/web-kit/ui/error-state'
import { useToast } from '@aangan/web-kit/ui/toast'
import type { SerializedError } from '@reduxjs/toolkit'
import { skipToken } from '@reduxjs/toolkit/query'
import type { ReactNode } from 'react'
import { useChatQuery } from '../state/api.ts'
import { About } from './about.tsx'
import { Blocked } from './block.tsx'
import { Composer } from './composer.tsx'
import { Head } from './head.tsx'
import { Log } from './log.tsx'
import { Opening } from './opening.tsx'
import * as s from './thread.module.css'

interface ThreadProps {
  /** Null while the chat is being looked for. */
  id: string | null
  /** The other person, as far as that is known before the chat is. */
  receiver?: PublicUser | undefined
  back?: ReactNode
  onClose?: () => void
  /** Stands in place of the messages where the chat could not even be looked for. */
  failed?: ReactNode
  /** Left out where the listing is on the page already. */
  showsListing?: boolean
}

/** One chat: whom it is with, what it is about, its messages, and a field for the next one. */
export function Thread({ id, receiver, back, onClose, failed, showsListing = true }: ThreadProps) {
  const options = { refetchOnMountOrArgChange: true }
  const { currentData: chat, error, isFetching, refetch } = useChatQuery(id ?? skipToken, options)
  const [toast, say] = useToast()
  const person = chat?.receiver ?? receiver
  return (
    <section className={s.thread} aria-label={person ? `Chat with ${person.username}` : 'Chat'}>
      <Head {...{ chat, person, back, onClose }} isFailed={error !== undefined} />
      {chat ? (
        <>
          {showsListing && chat.postId && <About id={chat.postId} />}
          <Log chat={chat} isFetching={isFetching} say={say} />
          {chat.isBlocked ? <Blocked chat={chat} /> : <Composer chat={chat} />}
        </>
      ) : (
        <div className={s.body}>
          {failed}
          {error && <Failed error={error} onRetry={refetch} retrying={isFetching} />}
          {!failed && !error && <Opening />}
        </div>
      )}
      {toast}
    </section>
  )
}

interface FailedProps {
  error: ApiError | SerializedError
  onRetry: () => void
  retrying: boolean
}

function Failed({ error, ...retry }: FailedProps) {
  if ('status' in error && error.status === 404) {
    const action = <LinkButton to="/chat">All messages</LinkButton>
    return (
      <ErrorState title="This chat could not be found" message="It may belong to another account." action={action} />
    )
  }
  return <ErrorState title="Error loading this chat!" message={error.message} {...retry} />
}
