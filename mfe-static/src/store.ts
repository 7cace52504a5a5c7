import type { StoreExtra } from '@aangan/web-kit/first-data'
import { placesApi } from '@aangan/web-kit/places'
import { configureStore } from '@reduxjs/toolkit'
import { api } from './api.ts'

export function makeStore(extra?: StoreExtra) {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, [placesApi.reducerPath]: placesApi.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: extra } }).concat(api.middleware, placesApi.middleware),
  })
}
