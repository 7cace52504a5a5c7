import type { Chat } from '@aangan/contracts/chats'
import { useSelector } from 'react-redux'
import { useChatsQuery } from '../state/api.ts'
import type { WritingState } from '../state/writing-slice.ts'
import type { ChatRoot } from '../store.ts'

export function useChats(openId: string | null) {
  const { data, error, isFetching, refetch } = useChatsQuery()
  const writing = useSelector((root: ChatRoot) => root.writing)
  const chats = data?.filter((chat) => chat.id === openId || isBegun(chat, writing))
  return { chats, error, isFetching, refetch }
}

/** Opening the box on a listing creates a chat; hide it until something is written, or inboxes fill with empty chats. */
function isBegun({ id, lastMessage }: Chat, writing: WritingState): boolean {
  const { draft = '', unsent = [] } = writing[id] ?? {}
  return lastMessage !== null || draft !== '' || unsent.length > 0
}
