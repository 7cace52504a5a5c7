import { placesApi } from '@aangan/web-kit/places'
import { configureStore } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { listSlice } from './list/list-slice.ts'

export function makeStore() {
  return configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      [placesApi.reducerPath]: placesApi.reducer,
      [listSlice.reducerPath]: listSlice.reducer,
    },
    middleware: (defaults) => defaults().concat(api.middleware, placesApi.middleware),
  })
}
