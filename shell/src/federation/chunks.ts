import { chunksGlobal } from '@aangan/contracts/release-urls'

export interface Chunks {
  /** Prepares for a remote's scripts. */
  open(name: string): void
  /** Says which container the modules of a script are for, before it is added to the document. */
  keep(script: HTMLScriptElement, container: string): void
}

/**
 * The chunks of a remote add their modules to a global that does not name their release, so that unchanged ones stay in
 * the browser's cache. Here each release of a page finds an array of its own in it: two may be loaded, and a file that
 * they share runs once for each.
 */
export function createChunks(): Chunks {
  const containers = new WeakMap<Element, string>()
  const arrays = new Map<string, unknown[]>()
  const opened = new Set<string>()

  function arrayOf(container: string): unknown[] {
    const array = arrays.get(container) ?? []
    arrays.set(container, array)
    return array
  }

  function open(name: string): void {
    if (opened.has(name)) return
    opened.add(name)
    Object.defineProperty(globalThis, chunksGlobal(name), {
      configurable: true,
      get: () => arrayOf((document.currentScript && containers.get(document.currentScript)) ?? name),
      // Scripts for older browsers write back what they have read.
      set: () => undefined,
    })
  }
  return { open, keep: (script, container) => void containers.set(script, container) }
}
