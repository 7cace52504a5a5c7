import type { RefusedSignIn } from '@aangan/contracts/accounts'
import { SIGN_IN_CALL } from '@aangan/contracts/sign-in'
import type { RemoteContext } from '@aangan/remote/context'
import { firstDataOf } from '@aangan/remote/first-data'
import { createStore } from '@aangan/remote/store'
import { api } from './api.ts'
import { noticeLeft, noticeSlice } from './notice-slice.ts'

export type ProfileStore = ReturnType<typeof makeStore>

export function makeStore(context: RemoteContext) {
  const store = createStore(context, {
    reducer: { [api.reducerPath]: api.reducer, [noticeSlice.reducerPath]: noticeSlice.reducer },
    apis: [api],
  })
  const refused = firstDataOf(context)(SIGN_IN_CALL)
  if (refused)
    store.dispatch(noticeLeft({ ...(refused.body as Pick<RefusedSignIn, 'message' | 'username'>), isError: true }))
  return store
}
