import type { RemoteContext } from '@aangan/web-kit/context'
import { placesApi } from '@aangan/web-kit/places'
import { createStore } from '@aangan/web-kit/store'
import { api } from './api.ts'
import { listSlice } from './list/list-slice.ts'
import { savedSlice } from './saved-slice.ts'

export type ListingsStore = ReturnType<typeof makeStore>

export function makeStore(context: RemoteContext) {
  return createStore(context, {
    reducer: {
      [api.reducerPath]: api.reducer,
      [placesApi.reducerPath]: placesApi.reducer,
      [listSlice.reducerPath]: listSlice.reducer,
      [savedSlice.reducerPath]: savedSlice.reducer,
    },
    apis: [api, placesApi],
  })
}
