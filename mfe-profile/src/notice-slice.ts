import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** A message from the previous form, shown on the screen it led to; null if there is none. */
export type NoticeState = string | null

export const noticeSlice = createSlice({
  name: 'notice',
  initialState: null as NoticeState,
  reducers: {
    noticeLeft: (_state, { payload }: PayloadAction<string>) => payload,
    noticeRead: () => null,
  },
})

export const { noticeLeft, noticeRead } = noticeSlice.actions

export interface NoticeRoot {
  notice: NoticeState
}
