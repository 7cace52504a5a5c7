import { DELETED_USER } from '@aangan/contracts/chat-constants'
import type { Message } from '@aangan/contracts/chats'
import type { ServerEvents } from '@aangan/contracts/sockets'
import { contextOf } from '@aangan/remote/store'
import type { ChatThunk } from '../store.ts'
import { api, changeChat, seen } from './api.ts'
import { catchUp, showMessages } from './history.ts'
import { presenceSet, typingSet } from './presence-slice.ts'

/**
 * Shows a new message in its open chat and in the list. Here and below, wait for in-flight queries: their older responses
 * would overwrite the change.
 */
export function receiveMessage(message: Message): ChatThunk<Promise<void>> {
  return async (dispatch) => {
    await dispatch(api.util.getRunningQueryThunk('chat', message.chatId))
    dispatch(showMessages(message.chatId, [message]))
    void dispatch(moveToTop(message))
  }
}

/** Moves the chat to the top of the list, unless it already shows this or a later message. */
function moveToTop({ chatId, userId, text, createdAt }: Message): ChatThunk<Promise<void>> {
  return async (dispatch, _getState, extra) => {
    await dispatch(api.util.getRunningQueryThunk('chats', undefined))
    const readerId = contextOf(extra).session.current.user?.id ?? ''
    let isListed = true
    dispatch(
      api.util.updateQueryData('chats', undefined, (chats) => {
        const chat = chats.find(({ id }) => id === chatId)
        isListed = chat !== undefined
        if (!chat || (chat.lastMessage !== null && createdAt <= chat.lastAt)) return
        chats.splice(chats.indexOf(chat), 1)
        const isLastOwn = userId === readerId
        const seenBy = isLastOwn ? chat.seenBy : chat.seenBy.filter((id) => id !== readerId)
        chats.unshift({ ...chat, lastMessage: text, isLastOwn, lastAt: createdAt, seenBy })
      }),
    )
    if (!isListed) dispatch(api.util.invalidateTags(['Chats']))
  }
}

/** Applies a read receipt of either person; the reader's own may come from another tab. */
export function receiveReadReceipt({ chatId, userId, rev }: ServerEvents['read']): ChatThunk<Promise<void>> {
  return async (dispatch, getState, extra) => {
    await Promise.all([
      dispatch(api.util.getRunningQueryThunk('chat', chatId)),
      dispatch(api.util.getRunningQueryThunk('chats', undefined)),
    ])
    if (userId !== contextOf(extra).session.current.user?.id) {
      dispatch(
        changeChat(chatId, (chat) => {
          chat.readRev = Math.max(chat.readRev, rev)
        }),
      )
      return
    }
    const isLoaded = api.endpoints.chat.select(chatId)(getState()).data !== undefined
    // The list alone does not know the message's revision.
    if (isLoaded) dispatch(seen({ id: chatId, userId, rev }))
    else dispatch(api.util.invalidateTags(['Chats']))
  }
}

/** The other person has deleted their account. */
export function receiveLeaving({ chatId, userId }: ServerEvents['left']): ChatThunk<Promise<void>> {
  return async (dispatch) => {
    dispatch(presenceSet({ userId, online: false }))
    dispatch(typingSet({ chatId, isTyping: false }))
    await Promise.all([
      dispatch(api.util.getRunningQueryThunk('chat', chatId)),
      dispatch(api.util.getRunningQueryThunk('chats', undefined)),
    ])
    dispatch(
      changeChat(chatId, (chat) => {
        chat.receiver = { id: userId, username: DELETED_USER, avatar: null }
        chat.isReceiverDeleted = true
      }),
    )
  }
}

/** Reloads what was missed while disconnected. Rejects if any request fails. */
export function reconnected(): ChatThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const open = api.util.selectCachedArgsForQuery(getState(), 'chat')
    const had = await Promise.all([dispatch(listAgain()), ...open.map((chatId) => dispatch(catchUp(chatId)))])
    if (had.includes(false)) throw new Error('Could not load all messages missed while the socket was disconnected.')
  }
}

/** @returns false if the loaded list could not be refetched */
function listAgain(): ChatThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    await dispatch(api.util.getRunningQueryThunk('chats', undefined))
    if (api.util.selectCachedArgsForQuery(getState(), 'chats').length === 0) return true
    const { data: chats } = await dispatch(
      api.endpoints.chats.initiate(undefined, { subscribe: false, forceRefetch: true }),
    )
    for (const { id, readRev, receiver, isReceiverDeleted } of chats ?? [])
      dispatch(
        api.util.updateQueryData('chat', id, (chat) => {
          chat.readRev = Math.max(chat.readRev, readRev)
          chat.receiver = receiver
          chat.isReceiverDeleted = isReceiverDeleted
        }),
      )
    return chats !== undefined
  }
}
