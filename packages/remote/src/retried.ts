/** Long enough for a phone that changes cells, too short to be noticed as waiting. */
const RETRY_MS = 500

/**
 * Calls `load` again half a second after a first failure, since mobile networks drop single requests. Rejects with the
 * second error, or with the first one if `isWorthIt` denies it.
 */
export async function retried<T>(load: () => Promise<T>, isWorthIt = (_error: unknown) => true): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isWorthIt(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return load()
  }
}
