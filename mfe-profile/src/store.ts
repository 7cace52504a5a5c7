import type { RemoteContext } from '@aangan/remote/context'
import { createStore } from '@aangan/remote/store'
import { api } from './api.ts'
import { noticeSlice } from './notice-slice.ts'

export type ProfileStore = ReturnType<typeof makeStore>

export function makeStore(context: RemoteContext) {
  return createStore(context, {
    reducer: { [api.reducerPath]: api.reducer, [noticeSlice.reducerPath]: noticeSlice.reducer },
    apis: [api],
  })
}
