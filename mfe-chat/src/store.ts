import type { RemoteContext } from '@aangan/remote/context'
import { createStore } from '@aangan/remote/store'
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { api } from './state/api.ts'
import { presenceSlice } from './state/presence-slice.ts'
import { readingSlice } from './state/reading-slice.ts'
import { dropWhatOthersDrop } from './state/stored.ts'
import { writingSlice } from './state/writing-slice.ts'

export type ChatStore = ReturnType<typeof makeStore>
export type ChatRoot = ReturnType<ChatStore['getState']>
export type ChatThunk<R = void> = ThunkAction<R, ChatRoot, RemoteContext, UnknownAction>

export function makeStore(context: RemoteContext) {
  const store = createStore(context, {
    reducer: {
      [api.reducerPath]: api.reducer,
      [presenceSlice.reducerPath]: presenceSlice.reducer,
      [readingSlice.reducerPath]: readingSlice.reducer,
      [writingSlice.reducerPath]: writingSlice.reducer,
    },
    apis: [api],
  })
  dropWhatOthersDrop(store, context)
  return store
}
