import type { MessageAnswer } from '@aangan/contracts/accounts'
import { SAVED_MESSAGE } from '@aangan/contracts/post-constants'
import { type ApiError, type ApiMeta, type ApiRequest, isGone } from '@aangan/remote/api'
import { contextOf } from '@aangan/remote/store'
import type { BaseQueryApi, QueryReturnValue } from '@reduxjs/toolkit/query'
import { api } from './api.ts'
import { type SavedRoot, savedSet, saveFailed, selectConfirmed, selectWish, wishEnded, wished } from './saved-slice.ts'
import type { AppDispatch } from './use-app-dispatch.ts'

/** The call toggles: if the listing was toggled elsewhere meanwhile, it does the opposite, and is repeated once. */
const TRIES = 2

type Result = QueryReturnValue<unknown, ApiError, ApiMeta>
type Call = (request: ApiRequest) => Result | PromiseLike<Result>

const savingApi = api.injectEndpoints({
  endpoints: (build) => ({
    fulfilWish: build.mutation<null, string>({
      queryFn: async (id, queryApi, _options, call) => {
        const { dispatch, getState } = queryApi
        const error = await fulfil(id, queryApi, call)
        const isSaved = selectWish(getState() as SavedRoot, id)
        dispatch(wishEnded(id))
        if (error === null) return { data: null }
        // A 401 leads to signing in; and who has left wants nothing any more.
        if (error.status !== 401 && isSaved !== undefined)
          dispatch(
            saveFailed({ id, isSaved, isGone: isGone(error), reason: error.status < 500 ? error.message : null }),
          )
        return { error }
      },
    }),
  }),
})

/**
 * Saves or unsaves a listing, which shows at once. A wish while another one for this listing is under way replaces that
 * one. Rejects with an ApiError, after which the server's state shows again.
 */
export function wishSaved(id: string, isSaved: boolean) {
  return async (dispatch: AppDispatch, getState: () => unknown): Promise<void> => {
    const isUnderWay = selectWish(getState() as SavedRoot, id) !== undefined
    dispatch(wished({ id, isSaved }))
    if (!isUnderWay) await dispatch(savingApi.endpoints.fulfilWish.initiate(id, { track: false })).unwrap()
  }
}

/** One request at a time, until the server's state is the latest wish. Returns the error that ended it. */
async function fulfil(id: string, queryApi: BaseQueryApi, call: Call): Promise<ApiError | null> {
  const { dispatch, getState } = queryApi
  const wishNow = () => selectWish(getState() as SavedRoot, id)
  const savedNow = () => selectConfirmed(getState() as SavedRoot, id)
  let sent: boolean | undefined
  let tries = 0
  for (;;) {
    const wish = wishNow()
    if (wish === undefined || wish === savedNow()) return null
    if (savedNow() === undefined) {
      const error = await askSavedIds(dispatch)
      if (error) return error
      continue
    }
    tries = wish === sent ? tries + 1 : 1
    if (tries > TRIES) return null
    sent = wish
    const error = await toggle(id, queryApi, call)
    if (error === null) continue
    // Without a response it may have been saved all the same.
    if (isRefusal(error) || (await askSavedIds(dispatch))) return error
    if (wishNow() === wish && savedNow() !== wish) return error
  }
}

async function toggle(id: string, { dispatch, getState, extra }: BaseQueryApi, call: Call): Promise<ApiError | null> {
  const { data, error } = await call({ url: '/users/save', method: 'POST', body: { postId: id } })
  if (error) return error
  // They have left while it was under way.
  if (selectWish(getState() as SavedRoot, id) === undefined) return null
  const isSaved = (data as MessageAnswer).message === SAVED_MESSAGE
  dispatch(savedSet({ id, isSaved }))
  contextOf(extra).changes.announce({ type: 'post.saved', id, isSaved })
  return null
}

/** The saved slice takes the response. */
async function askSavedIds(dispatch: AppDispatch): Promise<ApiError | null> {
  const asking = dispatch(api.endpoints.savedIds.initiate(undefined, { subscribe: false, forceRefetch: true }))
  const { error } = await asking
  return error ? (error as ApiError) : null
}

function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500
}
