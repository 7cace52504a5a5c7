import type { Message } from '@aangan/contracts/chats'
import { contextOf } from '@aangan/web-kit/store'
import type { ChatThunk } from '../store.ts'
import { api, changeChat, seen } from './api.ts'
import { catchUp, showMessages } from './history.ts'

/** Shows a message that was stored just now, wherever its chat is shown. */
export function heard(message: Message): ChatThunk<Promise<void>> {
  return async (dispatch) => {
    // An answer that is still under way may have been given before it.
    await Promise.all([
      dispatch(api.util.getRunningQueryThunk('chat', message.chatId)),
      dispatch(api.util.getRunningQueryThunk('chats', undefined)),
    ])
    dispatch(showMessages(message.chatId, [message]))
    dispatch(listed(message))
  }
}

/** Takes the chat of a message to the top of the inbox. */
function listed({ chatId, userId, text, createdAt }: Message): ChatThunk {
  return (dispatch, _getState, extra) => {
    const readerId = contextOf(extra).session.current.user?.id ?? ''
    let isListed = true
    dispatch(
      api.util.updateQueryData('chats', undefined, (chats) => {
        const at = chats.findIndex(({ id }) => id === chatId)
        const [chat] = at < 0 ? [] : chats.splice(at, 1)
        isListed = chat !== undefined
        if (!chat) return
        const seenBy = userId === readerId ? chat.seenBy : chat.seenBy.filter((id) => id !== readerId)
        chats.unshift({ ...chat, lastMessage: text, lastAt: createdAt, seenBy })
      }),
    )
    if (!isListed) dispatch(api.util.invalidateTags(['Chats']))
  }
}

/** Notes that one of the two has read a chat, maybe the reader in another tab. */
export function heardRead({ chatId, userId, rev }: { chatId: string; userId: string; rev: number }): ChatThunk {
  return (dispatch, getState, extra) => {
    if (userId !== contextOf(extra).session.current.user?.id) {
      dispatch(
        changeChat(chatId, (chat) => {
          chat.readRev = Math.max(chat.readRev, rev)
        }),
      )
      return
    }
    const isLoaded = api.endpoints.chat.select(chatId)(getState()).data !== undefined
    // The inbox alone does not know which message that was.
    if (isLoaded) dispatch(seen({ id: chatId, userId, rev }))
    else dispatch(api.util.invalidateTags(['Chats']))
  }
}

/** Asks for all that may have passed while the socket was away. */
export function reconnected(): ChatThunk {
  return (dispatch, getState) => {
    dispatch(api.util.invalidateTags(['Chats']))
    for (const chatId of api.util.selectCachedArgsForQuery(getState(), 'chat')) void dispatch(catchUp(chatId))
  }
}
