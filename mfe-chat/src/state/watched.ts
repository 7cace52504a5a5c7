import { WATCHED_CHATS } from '@aangan/contracts/chat-constants'
import type { ChatRoot } from '../store.ts'
import { api } from './api.ts'

const selectChats = api.endpoints.chats.select()

/** Chats to watch, without blocked ones and those with deleted people; open ones first, since the number is limited. */
export function watchedIds(state: ChatRoot): string[] {
  const open = api.util.selectCachedArgsForQuery(state, 'chat')
  const known = [...open.map((id) => api.endpoints.chat.select(id)(state).data), ...(selectChats(state).data ?? [])]
  const ids = known.flatMap((chat) => (chat && !chat.isBlocked && !chat.isReceiverDeleted ? chat.id : []))
  return [...new Set(ids)].slice(0, WATCHED_CHATS)
}
