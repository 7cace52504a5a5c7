import type { RemoteContext } from '@aangan/remote/context'
import { createStore } from '@aangan/remote/store'
import { api } from './api.ts'

export type __Name__Store = ReturnType<typeof makeStore>

export function makeStore(context: RemoteContext) {
  return createStore(context, { reducer: { [api.reducerPath]: api.reducer }, apis: [api] })
}
