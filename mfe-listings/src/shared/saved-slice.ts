import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { api } from './api.ts'

/** By listing id; missing if unknown. */
export type SavedState = Record<string, boolean>

const initialState: SavedState = {}

/** Saved listings: lists do not include it, and a cached listing may be stale. The latest source wins. */
export const savedSlice = createSlice({
  name: 'saved',
  initialState,
  reducers: {
    savedSet: (state, { payload }: PayloadAction<{ id: string; isSaved: boolean }>) => {
      state[payload.id] = payload.isSaved
    },
    /** Reverts an optimistic update. */
    savedForgotten: (state, { payload }: PayloadAction<string>) => {
      delete state[payload]
    },
    savedReset: () => initialState,
  },
  extraReducers: (builder) => {
    builder.addMatcher(api.endpoints.post.matchFulfilled, (state, { payload }) => {
      state[payload.id] = payload.isSaved
    })
    builder.addMatcher(api.endpoints.savedIds.matchFulfilled, (state, { payload }) => {
      // A click during the request is newer.
      for (const id of payload.ids) state[id] ??= true
    })
  },
  selectors: {
    selectSaved: (state, id: string): boolean | undefined => state[id],
  },
})

export const { savedSet, savedForgotten, savedReset } = savedSlice.actions
export const { selectSaved } = savedSlice.selectors

export interface SavedRoot {
  saved: SavedState
}
