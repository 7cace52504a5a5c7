/** This browser's storage; null where it is forbidden, and already its name throws. */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
