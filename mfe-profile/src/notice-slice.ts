import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** What the last form has to say on the screen that it led to; null where there is nothing. */
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

/** The part of the store's state that holds it. */
export interface NoticeRoot {
  notice: NoticeState
}
