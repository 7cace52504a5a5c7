/** For `catch` of a call for a file or folder: returns `fallback` if there is none, and rethrows other errors. */
export function ifMissing<T>(fallback: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return fallback
    throw error
  }
}
