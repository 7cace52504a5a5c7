/** Null if storage is blocked, in which case even accessing it throws. */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
