import type { Chat } from '@aangan/contracts/chats'
import { useSession } from '@aangan/web-kit/context'
import { EmptyState } from '@aangan/web-kit/ui/empty-state'
import { ErrorState } from '@aangan/web-kit/ui/error-state'
import { PlainList } from '@aangan/web-kit/ui/plain-list'
import { Skeleton } from '@aangan/web-kit/ui/skeleton'
import type { ReactNode, Ref } from 'react'
import { useSelector } from 'react-redux'
import { useChatsQuery } from '../state/api.ts'
import type { WritingState } from '../state/writing-slice.ts'
import type { ChatRoot } from '../store.ts'
import * as s from './chat-list.module.css'

interface ChatListProps {
  openId: string | null
  listRef?: Ref<HTMLUListElement>
  /** What to do where there are no chats yet. */
  action: ReactNode
  /** One of them: what opens it. */
  children: (chat: Chat, isUnread: boolean) => ReactNode
}

/** One's chats, the latest message's first. */
export function ChatList({ openId, listRef, action, children }: ChatListProps) {
  const { data, error, isFetching, refetch } = useChatsQuery()
  const writing = useSelector((root: ChatRoot) => root.writing)
  const { user } = useSession()
  if (!data && error) {
    return <ErrorState title="Error loading chats!" message={error.message} onRetry={refetch} retrying={isFetching} />
  }
  if (!data) return <Loading />
  const chats = data.filter((chat) => chat.id === openId || isBegun(chat, writing))
  if (chats.length === 0) {
    return (
      <EmptyState action={action}>
        No messages yet. Ask an owner about a home, and the answer will stand here.
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

/** Who only opened the box on a listing has begun nothing: the owner's inbox would fill with silent visitors. */
function isBegun({ id, lastMessage }: Chat, writing: WritingState): boolean {
  const { draft = '', unsent = [] } = writing[id] ?? {}
  return lastMessage !== null || draft !== '' || unsent.length > 0
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
