import { MESSAGE_PAGE } from '@aangan/contracts/chat-constants'
import type { Message } from '@aangan/contracts/chats'
import { contextOf } from '@aangan/remote/store'
import type { ChatThunk } from '../store.ts'
import { api } from './api.ts'
import { gapAfter, mergeMessages } from './merge.ts'
import { dropped } from './writing-slice.ts'

export function showMessages(chatId: string, messages: readonly Message[]): ChatThunk {
  return (dispatch) => {
    const missing = dispatch(merge(chatId, messages))
    // A failure is retried with the next message or connection.
    if (missing !== null) void dispatch(catchUp(chatId, missing))
  }
}

/** @returns the revision before the first gap, or null */
function merge(chatId: string, messages: readonly Message[]): ChatThunk<number | null> {
  return (dispatch, _getState, extra) => {
    const userId = contextOf(extra).session.current.user?.id ?? ''
    for (const message of messages) {
      if (message.userId === userId) dispatch(dropped({ chatId, clientId: message.clientId }))
    }
    let missing: number | null = null
    dispatch(
      api.util.updateQueryData('chat', chatId, (chat) => {
        const last = chat.messages.at(-1)?.rev ?? 0
        const hasNew = messages.some((message) => message.rev > last && message.userId !== userId)
        if (hasNew) chat.seenBy = chat.seenBy.filter((id) => id !== userId)
        chat.postId = messages.findLast(({ rev, postId }) => rev > last && postId !== null)?.postId ?? chat.postId
        chat.messages = mergeMessages(chat.messages, messages)
        missing = gapAfter(chat.messages)
      }),
    )
    return missing
  }
}

/** Loads all messages after `from`, by default the last known one, of a loaded chat. @returns false on failure */
export function catchUp(chatId: string, from?: number): ChatThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    // The first response may predate the missing messages.
    await dispatch(api.util.getRunningQueryThunk('chat', chatId))
    const { data: chat } = api.endpoints.chat.select(chatId)(getState())
    if (!chat) return true
    const { messages } = chat
    const after = from ?? gapAfter(messages) ?? messages.at(-1)?.rev ?? 0
    const { data: page } = await dispatch(ask({ chatId, after }))
    if (!page) return false
    dispatch(merge(chatId, page))
    return page.length < MESSAGE_PAGE || dispatch(catchUp(chatId, page.at(-1)?.rev))
  }
}

/** @returns false on failure */
export function loadEarlier(chatId: string): ChatThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const { data: chat } = api.endpoints.chat.select(chatId)(getState())
    const before = chat?.messages[0]?.rev
    if (before === undefined) return true
    const { data: page } = await dispatch(ask({ chatId, before }))
    if (page) dispatch(merge(chatId, page))
    return page !== undefined
  }
}

function ask(page: Parameters<typeof api.endpoints.messages.initiate>[0]) {
  return api.endpoints.messages.initiate(page, { subscribe: false, forceRefetch: true })
}
