/** False where the browser cannot tell, and on a server. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false
}
