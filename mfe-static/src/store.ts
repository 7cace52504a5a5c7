import { placesApi } from '@aangan/product/places'
import type { RemoteContext } from '@aangan/remote/context'
import { createStore } from '@aangan/remote/store'
import { api } from './api.ts'

export type StaticStore = ReturnType<typeof makeStore>

export function makeStore(context: RemoteContext) {
  return createStore(context, {
    reducer: { [api.reducerPath]: api.reducer, [placesApi.reducerPath]: placesApi.reducer },
    apis: [api, placesApi],
  })
}
