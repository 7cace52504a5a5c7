import { placesApi } from '@aangan/product/places'
import type { RemoteContext } from '@aangan/remote/context'
import { createStore } from '@aangan/remote/store'
import { listSlice } from './list/list-slice.ts'
import { api } from './shared/api.ts'
import { savedSlice } from './shared/saved-slice.ts'

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
