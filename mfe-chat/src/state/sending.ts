import { nanoid } from '@reduxjs/toolkit'
import type { ChatThunk } from '../store.ts'
import { api } from './api.ts'
import { heard } from './incoming.ts'
import { drafted, dropped, queued, selectWriting, statusSet, waitsForSite } from './writing-slice.ts'

/** Sends what was written, behind all that was sent in this chat before. */
export function sendMessage(chatId: string, text: string): ChatThunk {
  return (dispatch) => {
    dispatch(queued({ chatId, clientId: nanoid(), text, createdAt: new Date().toISOString() }))
    dispatch(drafted({ chatId, text: '' }))
    void dispatch(sendWaiting(chatId))
  }
}

/** Sends a message again, under the same `clientId`: one that had arrived all the same is not there twice. */
export function retry(chatId: string, clientId: string): ChatThunk {
  return (dispatch) => {
    dispatch(statusSet({ chatId, clientId, status: 'waiting' }))
    void dispatch(sendWaiting(chatId))
  }
}

/** Sends again what failed because the site was away. */
export function retryAll(): ChatThunk {
  return (dispatch, getState) => {
    for (const [chatId, { unsent }] of Object.entries(getState().writing)) {
      for (const message of unsent) if (waitsForSite(message)) dispatch(retry(chatId, message.clientId))
    }
  }
}

/** One after the other: sent at once, they could be stored in another order. */
function sendWaiting(chatId: string): ChatThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { unsent } = selectWriting(getState(), chatId)
    const next = unsent.find(({ status }) => status === 'waiting')
    if (!next || unsent.some(({ status }) => status === 'sending')) return
    const { clientId, text } = next
    dispatch(statusSet({ chatId, clientId, status: 'sending' }))
    const { data, error } = await dispatch(api.endpoints.send.initiate({ chatId, body: { text, clientId } }))
    if (data) {
      await dispatch(heard(data))
      dispatch(dropped({ chatId, clientId }))
    } else {
      const failed = { chatId, status: 'failed', error: 'status' in error ? error : undefined } as const
      dispatch(statusSet({ ...failed, clientId }))
      // While the site is away those behind it wait with it: they must not get before it.
      const behind = waitsForSite({ ...next, ...failed }) ? selectWriting(getState(), chatId).unsent : []
      for (const { clientId, status } of behind) if (status === 'waiting') dispatch(statusSet({ ...failed, clientId }))
    }
    await dispatch(sendWaiting(chatId))
  }
}
