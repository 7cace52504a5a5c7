import type { RemoteContext } from '@aangan/remote/context'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'

export type AppDispatch = ThunkDispatch<unknown, RemoteContext, UnknownAction>

/** For thunks. Not the store's own type: that includes the slices of other folders, which shared cannot import. */
export function useAppDispatch(): AppDispatch {
  return useDispatch<AppDispatch>()
}
