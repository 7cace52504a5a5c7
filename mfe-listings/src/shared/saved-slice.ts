import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { api } from './api.ts'

export interface SavedState {
  /** By listing id. */
  byId: Record<string, boolean>
  /** Whether a listing that is missing in `byId` is not saved; otherwise that is unknown. */
  isComplete: boolean
  /** Listings set since the ids were last asked for. */
  newer: Record<string, true>
  /** Listings set since each was last asked for. */
  newerThanPage: Record<string, true>
  /** The listing to save after the visitor has signed in. */
  wanted: string | null
}

const initialState: SavedState = { byId: {}, isComplete: false, newer: {}, newerThanPage: {}, wanted: null }

/** Saved listings: lists do not include it, and a cached listing may be stale. The latest source wins. */
export const savedSlice = createSlice({
  name: 'saved',
  initialState,
  reducers: {
    savedSet: (state, { payload }: PayloadAction<{ id: string; isSaved: boolean }>) => {
      state.byId[payload.id] = payload.isSaved
      state.newer[payload.id] = true
      state.newerThanPage[payload.id] = true
    },
    /** Reverts an optimistic update. */
    savedForgotten: (state, { payload }: PayloadAction<string>) => {
      delete state.byId[payload]
    },
    savedReset: ({ wanted }) => ({ ...initialState, wanted }),
    homeWanted: (state, { payload }: PayloadAction<string | null>) => {
      state.wanted = payload
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(api.endpoints.post.matchPending, (state, { meta }) => {
      delete state.newerThanPage[meta.arg.originalArgs]
    })
    builder.addMatcher(api.endpoints.post.matchFulfilled, (state, { payload }) => {
      if (!(payload.id in state.newerThanPage)) state.byId[payload.id] = payload.isSaved
    })
    builder.addMatcher(api.endpoints.savedIds.matchPending, (state) => {
      state.newer = {}
    })
    builder.addMatcher(api.endpoints.savedIds.matchFulfilled, (state, { payload }) => {
      // A click during the request is newer.
      const kept = Object.entries(state.byId).filter(([id]) => id in state.newer)
      state.byId = Object.fromEntries([...payload.ids.map((id) => [id, true]), ...kept])
      state.isComplete = true
    })
  },
  selectors: {
    /** Undefined if unknown. */
    selectSaved: ({ byId, isComplete }, id: string): boolean | undefined =>
      byId[id] ?? (isComplete ? false : undefined),
    selectHomeWanted: ({ wanted }) => wanted,
  },
})

export const { savedSet, savedForgotten, savedReset, homeWanted } = savedSlice.actions
export const { selectSaved, selectHomeWanted } = savedSlice.selectors

export interface SavedRoot {
  saved: SavedState
}
