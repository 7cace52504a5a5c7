import type { RemoteRelease } from './remotes.ts'

/**
 * Where the registry says which releases an open page should use from now on. Query: `has`, the releases of the page, and
 * `failed`, those that failed in this browser, each as `name@version`, separated by commas.
 */
export const CHANGED_RELEASES_URL = '/r/changed.json'

export interface ChangedReleases {
  /** Version of the shell, if it is another one: only a new page can have it. */
  shell?: string
  /** The remotes that a new page would have in another version; null for one that is not live any more. */
  remotes: Record<string, RemoteRelease | null>
}
