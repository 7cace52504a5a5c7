import { WATCHED_CHATS } from '@aangan/contracts/chat-constants'
import type { ChatRoot } from '../store.ts'
import { api } from './api.ts'

const selectChats = api.endpoints.chats.select()

/** The chats whose people are asked for. Open ones first: of the others there may be too many. */
export function watchedIds(state: ChatRoot): string[] {
  const open = api.util.selectCachedArgsForQuery(state, 'chat')
  const listed = selectChats(state).data ?? []
  return [...new Set([...open, ...listed.map(({ id }) => id)])].slice(0, WATCHED_CHATS)
}
