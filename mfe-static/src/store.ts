import { placesApi } from '@aangan/web-kit/places'
import { configureStore } from '@reduxjs/toolkit'
import { api } from './api.ts'

export function makeStore() {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, [placesApi.reducerPath]: placesApi.reducer },
    middleware: (defaults) => defaults().concat(api.middleware, placesApi.middleware),
  })
}
