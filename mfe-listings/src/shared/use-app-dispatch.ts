import type { RemoteContext } from '@aangan/web-kit/context'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'

type AppDispatch = ThunkDispatch<unknown, RemoteContext, UnknownAction>

/** For thunks. The type is not the store's own: that is made of the rooms' slices, which stand above this one. */
export function useAppDispatch(): AppDispatch {
  return useDispatch<AppDispatch>()
}
