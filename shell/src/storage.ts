/** A browser that forbids storage throws at its name, and a full one when it is written: then nothing is remembered. */
export function withStorage<T>(kind: 'localStorage' | 'sessionStorage', use: (storage: Storage) => T): T | null {
  try {
    return use(window[kind])
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
