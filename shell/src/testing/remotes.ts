import type { Remotes } from '../federation/remotes.ts'

/** Remotes with one release each; a test states only the functions that matter. */
export function remotesWith(parts: Partial<Remotes>): Remotes {
  return {
    load: () => Promise.reject(new Error('not found')),
    prefetch() {},
    reset() {},
    take() {},
    subscribe: () => () => undefined,
    replace: async () => false,
    ...parts,
  }
}
