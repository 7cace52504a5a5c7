import type { Chat } from '@aangan/contracts/chats'
import { EmptyState } from '@aangan/design/empty-state'
import { ErrorState } from '@aangan/design/error-state'
import { PlainList } from '@aangan/design/plain-list'
import { Skeleton } from '@aangan/design/skeleton'
import { useSession } from '@aangan/remote/context'
import type { ReactNode, Ref } from 'react'
import * as s from './chat-list.module.css'
import { useChats } from './use-chats.ts'

interface ChatListProps {
  openId: string | null
  listRef?: Ref<HTMLUListElement>
  /** Shown if there are no chats. */
  action: ReactNode
  /** Renders the link or button for a chat. */
  children: (chat: Chat, isUnread: boolean) => ReactNode
}

export function ChatList({ openId, listRef, action, children }: ChatListProps) {
  const { chats, error, isFetching, refetch } = useChats(openId)
  const { user } = useSession()
  if (!chats && error) {
    return <ErrorState title="Error loading chats!" message={error.message} onRetry={refetch} retrying={isFetching} />
  }
  if (!chats) return <Loading />
  if (chats.length === 0) {
    return (
      <EmptyState action={action}>
        No messages yet. Ask an owner about a home, and their reply will appear here.
      </EmptyState>
    )
  }
  return (
    <PlainList ref={listRef} className={s.list} aria-label="Chats" tabIndex={-1}>
      {chats.map((chat) => (
        <li key={chat.id}>{children(chat, chat.id !== openId && !chat.seenBy.includes(user?.id ?? ''))}</li>
      ))}
    </PlainList>
  )
}

function Loading() {
  return (
    <div className={s.loading}>
      <p role="status">Loading chats...</p>
      <Skeleton className={s.waiting} />
      <Skeleton className={s.waiting} />
      <Skeleton className={s.waiting} />
    </div>
  )
}
