import {
  configureStore,
  isRejectedWithValue,
  type Middleware,
  type Reducer,
  type ReducersMapObject,
} from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import type { ApiError } from './api.ts'
import type { RemoteContext } from './context.tsx'

interface StoreParts<S> {
  reducer: Reducer<S> | ReducersMapObject<S>
  /** Add their reducers to `reducer`, under each one's `reducerPath`. */
  apis?: readonly { middleware: Middleware }[]
}

/** Every store handles 401 alike, and its thunks can reach the shell (`contextOf`). */
export function createStore<S>(context: RemoteContext, { reducer, apis = [] }: StoreParts<S>) {
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: context } }).concat(
        signInWhenRefused(context),
        ...apis.map(({ middleware }) => middleware),
      ),
    // By default components learn of a response up to 100 ms after the code that awaits it: a form would focus the field
    // to correct while its button is still busy, and ignores a press.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  })
  // For APIs with `refetchOnReconnect`; there is no `window` on a server.
  setupListeners(store.dispatch, (dispatch, { onOnline }) => {
    const listen = () => dispatch(onOnline())
    globalThis.window?.addEventListener('online', listen)
    return () => globalThis.window?.removeEventListener('online', listen)
  })
  return store
}

/** From the `extra` of a thunk or of an endpoint's `onQueryStarted`. */
export function contextOf(extra: unknown): RemoteContext {
  return extra as RemoteContext
}

/**
 * On a 401 the session is refreshed, and a mutation redirects to /login and back. Queries never redirect: the shell
 * guards private pages.
 */
function signInWhenRefused({ session }: RemoteContext): Middleware {
  return () => (next) => (action) => {
    if (isRejectedWithValue(action) && (action.payload as ApiError | undefined)?.status === 401) {
      void session.refresh()
      const { arg } = action.meta as { arg?: { type?: string } }
      if (arg?.type === 'mutation') session.signIn()
    }
    return next(action)
  }
}
