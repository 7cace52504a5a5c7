/** The number of the contract between shell and remotes (remotes.ts, manifest.ts, page.ts) that this release speaks. */
export const CONTRACT = 1

/** Whether a shell or registry that speaks `current` accepts releases built for `contract`: this one and the one before. */
export function acceptsContract(contract: number, current = CONTRACT): boolean {
  return contract === current || contract === current - 1
}
