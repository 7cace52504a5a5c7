/** History state of a page that says how somebody came to it: not part of its address, where anybody could write it. */
export interface NoticeState {
  /** Such as 'Your account is deleted.' */
  notice: string
}

export function noticeIn(state: unknown): string | undefined {
  const { notice } = (state ?? {}) as Partial<Record<keyof NoticeState, unknown>>
  return typeof notice === 'string' ? notice : undefined
}
