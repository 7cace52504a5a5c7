import type { PageBoot } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { withStorage } from '../storage.ts'

const STORED = 'failed-releases'

/** Releases that failed in this tab, by name, and what took their place. */
export type FailedReleases = Record<string, { version: string; before: RemoteRelease }>

export function readFailed(): FailedReleases {
  return JSON.parse(withStorage('sessionStorage', (storage) => storage.getItem(STORED)) ?? '{}') as FailedReleases
}

export function writeFailed(failed: FailedReleases): void {
  withStorage('sessionStorage', (storage) => storage.setItem(STORED, JSON.stringify(failed)))
}

/** The page's releases, with those before in place of those that failed. */
export function avoidFailed(boot: PageBoot): PageBoot {
  const failed = Object.entries(readFailed()).filter(([name, { version }]) => boot.remotes[name]?.version === version)
  return {
    ...boot,
    remotes: { ...boot.remotes, ...Object.fromEntries(failed.map(([name, { before }]) => [name, before])) },
  }
}
