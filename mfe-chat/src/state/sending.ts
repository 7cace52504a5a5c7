import { nanoid } from '@reduxjs/toolkit'
import type { ChatThunk } from '../store.ts'
import { api } from './api.ts'
import { receiveMessage } from './incoming.ts'
import { drafted, dropped, queued, selectWriting, statusSet, waitsForSite } from './writing-slice.ts'

/** Queues a message behind earlier ones of the chat, also those that wait for the site. */
export function sendMessage(chatId: string, text: string): ChatThunk {
  return (dispatch) => {
    dispatch(queueAgain(chatId))
    dispatch(queued({ chatId, clientId: nanoid(), text, createdAt: new Date().toISOString() }))
    dispatch(drafted({ chatId, text: '' }))
    void dispatch(sendWaiting(chatId))
  }
}

/** Resends under the same `clientId`, so the server stores it once even if the first attempt arrived. */
export function retry(chatId: string, clientId: string): ChatThunk {
  return (dispatch) => {
    dispatch(statusSet({ chatId, clientId, status: 'waiting' }))
    void dispatch(sendWaiting(chatId))
  }
}

/** Retries messages that failed because the site was unreachable. */
export function retryAll(): ChatThunk {
  return (dispatch, getState) => {
    for (const chatId of Object.keys(getState().writing)) {
      dispatch(queueAgain(chatId))
      void dispatch(sendWaiting(chatId))
    }
  }
}

function queueAgain(chatId: string): ChatThunk {
  return (dispatch, getState) => {
    for (const { clientId } of selectWriting(getState(), chatId).unsent.filter(waitsForSite))
      dispatch(statusSet({ chatId, clientId, status: 'waiting' }))
  }
}

const FORBIDDEN = 403
const reloaded = (chatId: string) => api.endpoints.chat.initiate(chatId, { forceRefetch: true, subscribe: false })

/** One at a time: concurrent requests could be stored out of order. */
function sendWaiting(chatId: string): ChatThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { unsent } = selectWriting(getState(), chatId)
    const next = unsent.find(({ status }) => status === 'waiting')
    if (!next || unsent.some(({ status }) => status === 'sending')) return
    const { clientId, text } = next
    dispatch(statusSet({ chatId, clientId, status: 'sending' }))
    const { data, error } = await dispatch(api.endpoints.send.initiate({ chatId, body: { text, clientId } }))
    if (data) {
      await dispatch(receiveMessage(data))
      dispatch(dropped({ chatId, clientId }))
    } else {
      const failed = { chatId, status: 'failed', error: 'status' in error ? error : undefined } as const
      dispatch(statusSet({ ...failed, clientId }))
      // The other person may have blocked this one, or left.
      if (failed.error?.status === FORBIDDEN) void dispatch(reloaded(chatId))
      // While the site is unreachable, fail the queued ones too, so that none overtakes it.
      const behind = waitsForSite({ ...next, ...failed }) ? selectWriting(getState(), chatId).unsent : []
      for (const { clientId, status } of behind) if (status === 'waiting') dispatch(statusSet({ ...failed, clientId }))
    }
    await dispatch(sendWaiting(chatId))
  }
}
