import { withStorage } from '../storage.ts'

const STORED = 'versions-that-failed'

/** The versions that failed in this tab, by remote. */
export type FailedVersions = Record<string, string[]>

/** Also where the tab cannot store it: a page that forgot what has failed could go back and forth between two for ever. */
let known: FailedVersions | undefined

export function readFailed(): FailedVersions {
  known ??= JSON.parse(withStorage('sessionStorage', (storage) => storage.getItem(STORED)) ?? '{}') as FailedVersions
  return known
}

export function writeFailed(failed: FailedVersions): void {
  known = failed
  withStorage('sessionStorage', (storage) => storage.setItem(STORED, JSON.stringify(failed)))
}
