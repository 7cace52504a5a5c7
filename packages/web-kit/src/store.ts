import {
  configureStore,
  isRejectedWithValue,
  type Middleware,
  type Reducer,
  type ReducersMapObject,
} from '@reduxjs/toolkit'
import type { ApiError } from './api.ts'
import type { RemoteContext } from './context.tsx'

interface StoreParts<S> {
  reducer: Reducer<S> | ReducersMapObject<S>
  /** Their reducers stand in `reducer`, under each one's `reducerPath`. */
  apis?: readonly { middleware: Middleware }[]
}

/** Makes a remote's store: every one of them handles a 401 alike, and its thunks know the shell (`contextOf`). */
export function createStore<S>(context: RemoteContext, { reducer, apis = [] }: StoreParts<S>) {
  return configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: context } }).concat(
        signInWhenRefused(context),
        ...apis.map(({ middleware }) => middleware),
      ),
  })
}

/** What the shell gave the remote, from the `extra` of a thunk, or of an endpoint's `onQueryStarted`. */
export function contextOf(extra: unknown): RemoteContext {
  return extra as RemoteContext
}

/**
 * The one place that turns a 401 into a way to sign in: the shell asks who is signed in, and whoever acted is sent to
 * /login and back. Nobody is sent away from a page that merely loaded something; the shell guards those that are one
 * person's own.
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
