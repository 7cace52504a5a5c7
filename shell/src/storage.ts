/** Null if storage is off, blocked or full. */
export function withStorage<T>(kind: 'localStorage' | 'sessionStorage', use: (storage: Storage) => T): T | null {
  try {
    // Null in web views whose app has not turned it on.
    const storage: Storage | null = window[kind]
    return storage && use(storage)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
