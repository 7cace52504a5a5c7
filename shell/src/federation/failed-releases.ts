import type { PageBoot } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { withStorage } from '../storage.ts'

const STORED = 'releases-that-failed'

/** Releases that failed in this tab, by name, one after the other, and what took their place while this shell was live. */
export type FailedReleases = Record<string, { versions: string[]; before: RemoteRelease; shell: string }>

export function readFailed(): FailedReleases {
  return JSON.parse(withStorage('sessionStorage', (storage) => storage.getItem(STORED)) ?? '{}') as FailedReleases
}

export function writeFailed(failed: FailedReleases): void {
  withStorage('sessionStorage', (storage) => storage.setItem(STORED, JSON.stringify(failed)))
}

/** The page's releases, with those before in place of those that failed, unless another shell needs others by now. */
export function avoidFailed(boot: PageBoot): PageBoot {
  const failed = Object.entries(readFailed()).filter(
    ([name, { versions, shell }]) =>
      shell === boot.shell.version && versions.includes(boot.remotes[name]?.version ?? ''),
  )
  return {
    ...boot,
    remotes: { ...boot.remotes, ...Object.fromEntries(failed.map(([name, { before }]) => [name, before])) },
  }
}
