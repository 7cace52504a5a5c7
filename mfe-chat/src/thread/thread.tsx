import type { Chat } from '@aangan/contracts/chats'
import { isId } from '@aangan/contracts/ids'
import type { PublicUser } from '@aangan/contracts/users'
import { LinkButton } from '@aangan/design/button'
import { ErrorState, type ErrorStateProps } from '@aangan/design/error-state'
import { useToast } from '@aangan/design/toast'
import type { ApiError } from '@aangan/remote/api'
import type { SerializedError } from '@reduxjs/toolkit'
import { skipToken } from '@reduxjs/toolkit/query'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useChatQuery } from '../state/api.ts'
import { About } from './about.tsx'
import { Blocked } from './block.tsx'
import { Composer } from './composer.tsx'
import { Deleted } from './deleted.tsx'
import { takeLostFocus } from './focus.ts'
import { Head } from './head.tsx'
import { Log } from './log.tsx'
import { Opening } from './opening.tsx'
import * as s from './thread.module.css'

const UNKNOWN: ApiError = { status: 404, code: 'NOT_FOUND', message: '' }

interface ThreadProps {
  /** Null until the chat is found or created. Comes from the address, so it may be any text. */
  id: string | null
  /** Shown until the chat is loaded. */
  receiver?: PublicUser | undefined
  back?: ReactNode
  onClose?: () => void
  /** Shown if the chat could not be found or created. */
  failed?: ErrorStateProps | false | undefined
  /** False where the page shows the listing already. */
  showsListing?: boolean
}

export function Thread({ id, receiver, back, onClose, failed, showsListing = true }: ThreadProps) {
  const options = { refetchOnMountOrArgChange: true }
  const query = useChatQuery(id !== null && isId(id) ? id : skipToken, options)
  const { currentData: chat, isFetching, refetch } = query
  const error = id === null || isId(id) ? query.error : UNKNOWN
  const [toast, say] = useToast()
  const person = chat?.receiver ?? receiver
  const section = useRef<HTMLElement>(null)
  const { isBlocked, isReceiverDeleted } = chat ?? {}
  const failure = failed || (error && explain(error, { onRetry: refetch, retrying: isFetching }))

  // A layout effect, so that it runs before effects of the content, which may then take the focus.
  useLayoutEffect(() => takeLostFocus(section.current), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: these take away what was pressed, or written in
  useEffect(() => takeLostFocus(section.current), [isBlocked, isReceiverDeleted])

  return (
    <section
      ref={section}
      className={s.thread}
      tabIndex={-1}
      aria-label={person ? `Chat with ${person.username}` : 'Chat'}
    >
      <Head {...{ chat, person, back, onClose }} isFailed={error !== undefined} />
      {chat ? (
        <>
          {showsListing && chat.postId && <About id={chat.postId} />}
          <Log chat={chat} isFetching={isFetching} say={say} />
          <Writing chat={chat} />
        </>
      ) : (
        <div className={s.body}>
          {failure ? <Failed {...failure} onLeave={() => section.current?.focus()} /> : <Opening />}
        </div>
      )}
      {toast}
    </section>
  )
}

function Writing({ chat }: { chat: Chat }) {
  if (chat.isReceiverDeleted) return <Deleted />
  return chat.isBlocked ? <Blocked chat={chat} /> : <Composer chat={chat} />
}

function Failed({ onRetry, onLeave, ...rest }: ErrorStateProps & { onLeave: () => void }) {
  function retry() {
    // The button may then disappear.
    onLeave()
    onRetry?.()
  }
  return <ErrorState {...rest} onRetry={onRetry && retry} />
}

function explain(error: ApiError | SerializedError, retry: Pick<ErrorStateProps, 'onRetry' | 'retrying'>) {
  if ('status' in error && error.status === 404) {
    return {
      title: 'This chat could not be found',
      message: 'It may belong to another account.',
      action: <LinkButton to="/chat">All messages</LinkButton>,
    }
  }
  return { title: 'Error loading this chat!', message: error.message, ...retry }
}
