import type { StoreExtra } from '@aangan/web-kit/first-data'
import { placesApi } from '@aangan/web-kit/places'
import { configureStore } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { listSlice } from './list/list-slice.ts'

export function makeStore(extra?: StoreExtra) {
  return configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      [placesApi.reducerPath]: placesApi.reducer,
      [listSlice.reducerPath]: listSlice.reducer,
    },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: extra } }).concat(api.middleware, placesApi.middleware),
  })
}
