import { type ApiError, UNREACHABLE } from '@aangan/remote/api'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** A message that the server has not stored yet. */
export interface Unsent {
  clientId: string
  text: string
  createdAt: string
  status: 'waiting' | 'sending' | 'failed'
  error?: ApiError
}

export interface Writing {
  draft: string
  /** In sending order. */
  unsent: Unsent[]
}

/** "I am on my way" is not sent the day after. */
const OUTDATED_MS = 12 * 3_600_000

/** Retried automatically, unlike one that was rejected by the site or may be outdated. */
export function waitsForSite({ status, error, createdAt }: Unsent): boolean {
  const isDue = Date.parse(createdAt) > Date.now() - OUTDATED_MS
  return status === 'failed' && error !== undefined && isPassing(error) && isDue
}

/** Whether the site is unreachable for now. */
export function isPassing({ status }: ApiError): boolean {
  return status === UNREACHABLE.status || status > 500
}

/** By chat id. */
export type WritingState = Record<string, Writing>

interface Named {
  chatId: string
  clientId: string
}

const initialState: WritingState = {}
export const NOTHING: Writing = { draft: '', unsent: [] }

export const writingSlice = createSlice({
  name: 'writing',
  initialState,
  reducers: {
    drafted: (state, { payload: { chatId, text } }: PayloadAction<{ chatId: string; text: string }>) => {
      writingIn(state, chatId).draft = text
    },
    queued: (
      state,
      { payload: { chatId, ...message } }: PayloadAction<Named & { text: string; createdAt: string }>,
    ) => {
      writingIn(state, chatId).unsent.push({ ...message, status: 'waiting' })
    },
    statusSet: (state, { payload }: PayloadAction<Named & Pick<Unsent, 'status' | 'error'>>) => {
      const { chatId, clientId, status, error } = payload
      const message = writingIn(state, chatId).unsent.find((one) => one.clientId === clientId)
      if (message) Object.assign(message, { status, error })
    },
    dropped: (state, { payload: { chatId, clientId } }: PayloadAction<Named>) => {
      const unsent = state[chatId]?.unsent ?? []
      const at = unsent.findIndex((message) => message.clientId === clientId)
      // Leave an unchanged chat alone: another tab may have stored newer writing.
      if (at >= 0) unsent.splice(at, 1)
    },
    restored: (_state, { payload }: PayloadAction<WritingState>) => payload,
  },
  selectors: {
    selectWriting: (state, chatId: string): Writing => state[chatId] ?? NOTHING,
  },
})

function writingIn(state: WritingState, chatId: string): Writing {
  state[chatId] ??= { draft: '', unsent: [] }
  return state[chatId]
}

export const { drafted, queued, statusSet, dropped, restored } = writingSlice.actions
export const { selectWriting } = writingSlice.selectors
