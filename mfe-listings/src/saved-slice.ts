import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { api } from './api.ts'

/** By listing, whether it is saved, as far as that is known. */
export type SavedState = Record<string, boolean>

const initialState: SavedState = {}

/**
 * Which listings the reader has saved: lists do not say it, and the cached page of a listing may be older. The last to
 * say it counts: a click, another tab, or an answer about the listing.
 */
export const savedSlice = createSlice({
  name: 'saved',
  initialState,
  reducers: {
    savedSet: (state, { payload }: PayloadAction<{ id: string; isSaved: boolean }>) => {
      state[payload.id] = payload.isSaved
    },
    /** Takes back what was shown before the server said no. */
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
      // A click while it was under way knows better.
      for (const id of payload.ids) state[id] ??= true
    })
  },
  selectors: {
    selectSaved: (state, id: string): boolean | undefined => state[id],
  },
})

export const { savedSet, savedForgotten, savedReset } = savedSlice.actions
export const { selectSaved } = savedSlice.selectors

/** The part of the store's state that these selectors read. */
export interface SavedRoot {
  saved: SavedState
}
