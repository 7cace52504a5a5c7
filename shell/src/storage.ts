/** Null if storage is blocked or full. */
export function withStorage<T>(kind: 'localStorage' | 'sessionStorage', use: (storage: Storage) => T): T | null {
  try {
    return use(window[kind])
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
