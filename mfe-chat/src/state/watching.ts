import { WATCHED_CHATS } from '@aangan/contracts/chat-constants'
import type { RemoteContext } from '@aangan/web-kit/context'
import type { ChatRoot, ChatStore } from '../store.ts'
import { api } from './api.ts'
import { onlineSet } from './presence-slice.ts'

/**
 * Has the server tell who of the people in the loaded chats is there and writes. `again` asks anew, on another socket.
 * @returns also what ends it
 */
export function watchPeople(
  store: ChatStore,
  { send }: Pick<RemoteContext, 'send'>,
): { again: () => void; end: () => void } {
  let asked = ''

  async function watch(): Promise<void> {
    const chatIds = watchedIds(store.getState())
    const key = chatIds.join()
    if (key === asked) return
    asked = key
    try {
      const { online } = await send('watch', { chatIds })
      if (asked === key) store.dispatch(onlineSet(online))
    } catch {
      // Without a socket nobody is known to be there; `connected` asks again.
    }
  }

  const end = store.subscribe(() => void watch())
  void watch()
  return {
    end,
    again: () => {
      asked = ''
      void watch()
    },
  }
}

/** Open chats first: of the others there may be too many. */
function watchedIds(state: ChatRoot): string[] {
  const open = api.util.selectCachedArgsForQuery(state, 'chat')
  const listed = selectChats(state).data ?? []
  return [...new Set([...open, ...listed.map(({ id }) => id)])].slice(0, WATCHED_CHATS)
}

const selectChats = api.endpoints.chats.select()
