import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/**
 * From the previous form, for the screen it led to; null if there is none. `username` is that of a new account, or the one
 * that was refused.
 */
export type NoticeState = { message: string; isError?: true; username?: string } | null

export const noticeSlice = createSlice({
  name: 'notice',
  initialState: null as NoticeState,
  reducers: {
    noticeLeft: (_state, { payload }: PayloadAction<NonNullable<NoticeState>>) => payload,
    noticeRead: () => null,
  },
})

export const { noticeLeft, noticeRead } = noticeSlice.actions

export interface NoticeRoot {
  notice: NoticeState
}
