import type { RemoteContext } from '@aangan/web-kit/context'
import { placesApi } from '@aangan/web-kit/places'
import { createStore } from '@aangan/web-kit/store'
import { api } from './api.ts'

export type StaticStore = ReturnType<typeof makeStore>

export function makeStore(context: RemoteContext) {
  return createStore(context, {
    reducer: { [api.reducerPath]: api.reducer, [placesApi.reducerPath]: placesApi.reducer },
    apis: [api, placesApi],
  })
}
