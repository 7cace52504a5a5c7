import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export interface PresenceState {
  /** By user id. */
  online: Record<string, boolean>
  /** By chat id, while the other person types. */
  typing: Record<string, boolean>
  /** Whether the connection is lost: `online` and `typing` are then unknown. */
  isAway: boolean
}

const initialState: PresenceState = { online: {}, typing: {}, isAway: false }

/** Ephemeral: may be briefly wrong. */
export const presenceSlice = createSlice({
  name: 'presence',
  initialState,
  reducers: {
    onlineSet: (state, { payload }: PayloadAction<string[]>) => {
      state.online = Object.fromEntries(payload.map((userId) => [userId, true]))
    },
    presenceSet: (state, { payload }: PayloadAction<{ userId: string; online: boolean }>) => {
      state.online[payload.userId] = payload.online
    },
    typingSet: (state, { payload }: PayloadAction<{ chatId: string; isTyping: boolean }>) => {
      state.typing[payload.chatId] = payload.isTyping
    },
    awaySet: (state, { payload }: PayloadAction<boolean>) => {
      state.isAway = payload
    },
    presenceReset: () => initialState,
  },
  selectors: {
    selectOnline: (state, userId: string): boolean => !state.isAway && (state.online[userId] ?? false),
    selectTyping: (state, chatId: string): boolean => !state.isAway && (state.typing[chatId] ?? false),
    selectAway: (state): boolean => state.isAway,
  },
})

export const { onlineSet, presenceSet, typingSet, awaySet, presenceReset } = presenceSlice.actions
export const { selectOnline, selectTyping, selectAway } = presenceSlice.selectors
