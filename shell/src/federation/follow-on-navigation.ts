import type { PageBoot } from '@aangan/contracts/page'
import { currentEntry, subscribe } from '../navigation/history.ts'
import { loadShellPart } from '../page/old-version.tsx'
import type { Report } from '../report.ts'
import type { Remotes } from './remotes.ts'

/** Follows the releases from the first navigation on: a page that is only looked at needs no code for it. */
export function followOnNavigation(boot: PageBoot, remotes: Remotes, report: Report): void {
  const { path } = currentEntry()
  let isFollowing = false
  subscribe(() => {
    if (isFollowing || currentEntry().path === path) return
    isFollowing = true
    follow().catch((error: unknown) => {
      isFollowing = false
      report('shell', error)
    })
  })

  async function follow(): Promise<void> {
    const arrivedAt = performance.now()
    const load = () => import(/* webpackChunkName: "releases" */ './follow-releases.ts')
    const { followReleases } = await loadShellPart(load)
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const isAnew = entry?.type === 'reload'
    followReleases({ boot, remotes, arrivedAt, isAnew, reload: () => window.location.reload() })
  }
}
