/**
 * Reads the state stored in a history entry, which survives Back, Forward and a reload. Returns {} if `key` is not the
 * current entry: then the page is about to be left.
 */
export function readEntryState(key: string): Record<string, unknown> {
  const { state } = window.history
  return state?.key === key ? { ...state.usr } : {}
}

/** Adds to the state of a history entry, if it is the current one. Routers have their state in `usr`. */
export function updateEntryState(key: string, changes: Record<string, unknown>): void {
  const { state } = window.history
  if (state?.key !== key) return
  try {
    window.history.replaceState({ ...state, usr: { ...state.usr, ...changes } }, '')
  } catch {
    // Safari refuses more than 100 changes in 30 seconds.
  }
}
