import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** By chat id: the revision up to which marking as read failed while the site was unreachable. */
export type ReadingState = Record<string, number>

const initialState: ReadingState = {}

export const readingSlice = createSlice({
  name: 'reading',
  initialState,
  reducers: {
    readStarted: (state, { payload }: PayloadAction<string>) => {
      delete state[payload]
    },
    readFailed: (state, { payload: { id, rev } }: PayloadAction<{ id: string; rev: number }>) => {
      state[id] = Math.max(state[id] ?? 0, rev)
    },
    readingReset: () => initialState,
  },
})

export const { readStarted, readFailed, readingReset } = readingSlice.actions
