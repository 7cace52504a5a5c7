/**
 * What was kept in a history entry; Back, Forward and a reload find it again. Empty if another entry is the current one:
 * then the page is about to be left.
 */
export function keptInEntry(key: string): Record<string, unknown> {
  const { state } = window.history
  return state?.key === key ? { ...state.usr } : {}
}

/** Keeps more in a history entry, if it is the current one. Routers have their state in `usr`. */
export function keepInEntry(key: string, changes: Record<string, unknown>): void {
  const { state } = window.history
  if (state?.key !== key) return
  try {
    window.history.replaceState({ ...state, usr: { ...state.usr, ...changes } }, '')
  } catch {
    // Safari refuses more than 100 changes in 30 seconds.
  }
}
