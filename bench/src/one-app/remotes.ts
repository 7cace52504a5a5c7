import type { PageBoot } from '@aangan/contracts/page'
import type { ParcelConfigObject } from 'single-spa'
import { createChunks } from '../../../shell/src/federation/chunks.ts'
import { createFiles } from '../../../shell/src/federation/files.ts'
import type { Remotes } from '../../../shell/src/federation/remotes.ts'

/**
 * Replaces `shell/src/federation/remotes.ts` in the single build: same interface, but lazy chunks of the bundler
 * instead of Module Federation.
 */
type Load = () => Promise<object>

const REMOTES: Record<string, Load> = {
  'mfe-static': () => import(/* webpackChunkName: "mfe-static" */ '../../../mfe-static/src/remote.tsx'),
  'mfe-listings': () => import(/* webpackChunkName: "mfe-listings" */ '../../../mfe-listings/src/remote.tsx'),
  'mfe-profile': () => import(/* webpackChunkName: "mfe-profile" */ '../../../mfe-profile/src/remote.tsx'),
  'mfe-chat': () => import(/* webpackChunkName: "mfe-chat" */ '../../../mfe-chat/src/remote.tsx'),
}

export function createRemotes({ remotes, shell }: PageBoot): Remotes {
  // Its guard sets the chunks' script mode to that of the page's preload tags; otherwise each would be fetched twice.
  createFiles(Object.values(remotes), { deadlineMs: shell.deadlineMs, chunks: createChunks() })
  return {
    load(name) {
      const load = REMOTES[name]
      return load ? (load() as Promise<ParcelConfigObject>) : Promise.reject(new Error(`Unknown remote ${name}.`))
    },
    prefetch() {},
    reset() {},
    take() {},
    subscribe: () => () => {},
    replace: async () => false,
  }
}
