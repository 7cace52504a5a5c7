import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { api } from './api.ts'

/** By listing, whether it is saved, where that was learnt from anything but the listing's own page. */
export type SavedState = Record<string, boolean>

const initialState: SavedState = {}

/**
 * Which listings the reader saved or gave up, in this tab or another: lists do not say it, and what is cached of a
 * listing may be older. What its page brings anew counts again.
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
      delete state[payload.id]
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
