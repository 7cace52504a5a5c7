import type { FilterName } from '@aangan/contracts/post-filters'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Edits } from './filters.ts'

export interface ListState {
  /** The listing whose card or marker is hovered or focused. */
  activeId: string | null
  /** On screens too narrow for both. */
  view: 'list' | 'map'
  /** The list's query string and scroll position (CSS pixels) before switching to the map. */
  left: { search: string; top: number } | null
  /** Previous page by query string: the server returns only the next cursor. */
  cameFrom: Record<string, string>
  /** How many homes the pages before it have, by query string: the server does not say. */
  homesBefore: Record<string, number>
  /** Unsubmitted edits by history entry; of every entry that was shown. */
  edits: Record<string, Edits>
  /** Filters to save after the visitor has signed in. */
  saveWanted: string | null
}

const initialState: ListState = {
  activeId: null,
  view: 'list',
  left: null,
  cameFrom: {},
  homesBefore: {},
  edits: {},
  saveWanted: null,
}

const NO_EDITS: Edits = {}

/** Null for a page that was opened by its address. */
function homesBefore(state: ListState, search: string): number | null {
  return state.homesBefore[search] ?? (new URLSearchParams(search).get('after') ? null : 0)
}

/** UI state of the list; survives unmounting, so coming back from a listing restores it. */
export const listSlice = createSlice({
  name: 'list',
  initialState,
  reducers: {
    activated: (state, { payload }: PayloadAction<string | null>) => {
      state.activeId = payload
    },
    /** Ignored if another listing is active already. */
    deactivated: (state, { payload }: PayloadAction<string>) => {
      if (state.activeId === payload) state.activeId = null
    },
    mapShown: (state, { payload }: PayloadAction<{ search: string; top: number }>) => {
      state.view = 'map'
      state.left = payload
    },
    listShown: (state) => {
      state.view = 'list'
    },
    /** `homes` is their number on the page `from`. */
    pageTurned: (
      state,
      { payload: { from, to, homes } }: PayloadAction<{ from: string; to: string; homes: number }>,
    ) => {
      state.cameFrom[to] = from
      const before = homesBefore(state, from)
      if (before !== null) state.homesBefore[to] = before + homes
    },
    filterEdited: (state, { payload }: PayloadAction<{ entry: string; name: FilterName; value: string }>) => {
      state.edits[payload.entry] = { ...state.edits[payload.entry], [payload.name]: payload.value }
    },
    editsDropped: (state, { payload }: PayloadAction<string>) => {
      state.edits[payload] = {}
    },
    /** A new history entry inherits the edits; a revisited one keeps its own. */
    entryShown: (state, { payload: { entry, edits } }: PayloadAction<{ entry: string; edits: Edits }>) => {
      state.edits[entry] ??= edits
    },
    saveWanted: (state, { payload }: PayloadAction<string | null>) => {
      state.saveWanted = payload
    },
  },
  selectors: {
    selectActiveId: ({ activeId }) => activeId,
    selectIsActive: ({ activeId }, id: string) => activeId === id,
    selectView: ({ view }) => view,
    selectLeft: ({ left }) => left,
    selectCameFrom: ({ cameFrom }, search: string) => cameFrom[search],
    selectHomesBefore: homesBefore,
    /** Whether another entry was shown before, and this one not yet. */
    selectIsNew: ({ edits }, entry: string) => Object.keys(edits).length > 0 && !(entry in edits),
    selectEdits: ({ edits }, entry: string) => edits[entry] ?? NO_EDITS,
    selectSaveWanted: ({ saveWanted }) => saveWanted,
  },
})

export const {
  activated,
  deactivated,
  mapShown,
  listShown,
  pageTurned,
  filterEdited,
  editsDropped,
  entryShown,
  saveWanted,
} = listSlice.actions
export const {
  selectActiveId,
  selectIsActive,
  selectView,
  selectLeft,
  selectCameFrom,
  selectHomesBefore,
  selectIsNew,
  selectEdits,
  selectSaveWanted,
} = listSlice.selectors

export interface ListRoot {
  list: ListState
}
