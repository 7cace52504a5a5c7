import type { FilterName } from '@aangan/contracts/post-filters'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Edits } from './filters.ts'

export interface ListState {
  /** The listing whose card or marker is under the pointer or has the focus. */
  activeId: string | null
  /** What a screen too narrow for both shows. */
  view: 'list' | 'map'
  /** Which search's list the reader left for the map, and how far down it they were, in CSS pixels. */
  left: { search: string; top: number } | null
  /** By a page's query string, that of the page it was reached from: a page itself only names the next one. */
  cameFrom: Record<string, string>
  /** By an entry of the history, what was entered there and not searched for. */
  edits: Record<string, Edits>
  /** The filters that a visitor wants to save, and was sent to sign in for. */
  saveWanted: string | null
}

const initialState: ListState = { activeId: null, view: 'list', left: null, cameFrom: {}, edits: {}, saveWanted: null }

const NO_EDITS: Edits = {}

/** What the browser alone knows of the list. It outlives the screen: coming back from a listing finds it unchanged. */
export const listSlice = createSlice({
  name: 'list',
  initialState,
  reducers: {
    activated: (state, { payload }: PayloadAction<string | null>) => {
      state.activeId = payload
    },
    /** A card or marker is left: it no longer counts, unless another one already does. */
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
    pageTurned: (state, { payload }: PayloadAction<{ from: string; to: string }>) => {
      state.cameFrom[payload.to] = payload.from
    },
    filterEdited: (state, { payload }: PayloadAction<{ entry: string; name: FilterName; value: string }>) => {
      state.edits[payload.entry] = { ...state.edits[payload.entry], [payload.name]: payload.value }
    },
    /** What was entered has been searched for, or is not wanted any more. */
    editsDropped: (state, { payload }: PayloadAction<string>) => {
      state.edits[payload] = {}
    },
    /** A new entry goes on with what remains of the one it was reached from; one that is come back to has its own. */
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
export const { selectActiveId, selectIsActive, selectView, selectLeft, selectCameFrom, selectEdits, selectSaveWanted } =
  listSlice.selectors

/** The part of the store's state that these selectors read. */
export interface ListRoot {
  list: ListState
}
