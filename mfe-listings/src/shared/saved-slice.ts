import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { api } from './api.ts'

/** A wish that the server did not fulfil. */
export interface SaveFailure {
  id: string
  isSaved: boolean
  /** Why, if it is not the site's fault. */
  reason: string | null
  /** Whether there is no such listing any more. */
  isGone: boolean
}

export interface SavedState {
  /** The server's state, by listing id. */
  byId: Record<string, boolean>
  /** Whether a listing that is missing in `byId` is not saved; otherwise that is unknown. */
  isComplete: boolean
  /** Listings set since the ids were last asked for. */
  newer: Record<string, true>
  /** Listings set since each was last asked for. */
  newerThanPage: Record<string, true>
  /** What the user wants, by listing id, until the server has done or refused it: shown instead of `byId`. */
  wishes: Record<string, boolean>
  failure: SaveFailure | null
  /** The listing to save after the visitor has signed in. */
  wanted: string | null
}

const initialState: SavedState = {
  byId: {},
  isComplete: false,
  newer: {},
  newerThanPage: {},
  wishes: {},
  failure: null,
  wanted: null,
}

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
    wished: (state, { payload: { id, isSaved } }: PayloadAction<{ id: string; isSaved: boolean }>) => {
      state.wishes[id] = isSaved
      if (state.failure?.id === id) state.failure = null
    },
    /** Shows the server's state again. */
    wishEnded: (state, { payload }: PayloadAction<string>) => {
      delete state.wishes[payload]
    },
    /** Null dismisses it. */
    saveFailed: (state, { payload }: PayloadAction<SaveFailure | null>) => {
      state.failure = payload
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
    selectSaved: (state, id: string): boolean | undefined => state.wishes[id] ?? confirmed(state, id),
    selectConfirmed: confirmed,
    selectWish: ({ wishes }, id: string): boolean | undefined => wishes[id],
    selectSaveFailure: ({ failure }) => failure,
    selectHomeWanted: ({ wanted }) => wanted,
  },
})

function confirmed({ byId, isComplete }: SavedState, id: string): boolean | undefined {
  return byId[id] ?? (isComplete ? false : undefined)
}

export const { savedSet, wished, wishEnded, saveFailed, savedReset, homeWanted } = savedSlice.actions
export const { selectSaved, selectConfirmed, selectWish, selectSaveFailure, selectHomeWanted } = savedSlice.selectors

export interface SavedRoot {
  saved: SavedState
}
