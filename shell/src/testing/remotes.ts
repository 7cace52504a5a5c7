import type { ParcelConfigObject } from 'single-spa'
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

/** A module that shows a text. */
export function showing(text: string): ParcelConfigObject {
  return {
    bootstrap: async () => {},
    mount: async ({ domElement }: { domElement: HTMLElement }) => domElement.append(text),
    unmount: async ({ domElement }: { domElement: HTMLElement }) => domElement.replaceChildren(),
  } as unknown as ParcelConfigObject
}
