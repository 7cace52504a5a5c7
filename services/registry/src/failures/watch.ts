import { performance } from 'node:perf_hooks'
import type { OutcomeReport } from '@aangan/contracts/outcomes'
import { BY_REGISTRY } from '@aangan/contracts/release-constants'
import type { Visits } from '@aangan/contracts/releases'
import { addCounter } from '@aangan/service-kit/metrics'
import type { Parts } from '@aangan/service-kit/parts'
import { changeChannels } from '../releases/change.ts'
import type { Canary } from '../releases/folder.ts'
import type { Releases } from '../releases/releases.ts'
import { isWorse } from './evidence.ts'
import { createHiding, createTally, type Side, type Tally } from './tally.ts'

/** After a rollback that failed, as on a full disk. */
const RETRY_MS = 5_000

interface WatchParts extends Pick<Parts, 'log' | 'metrics'> {
  releases: Releases
  releasesDir: string
}

interface Comparison {
  name: string
  canary: Canary
  /** The version that visitors without the canary get. */
  stable: string
  /** How many remotes its set has. */
  members: number
}

interface Watched extends Comparison {
  key: string
  tally: Tally
  retryAt: number
  isEnding: boolean
}

export interface CanaryWatch {
  /** Counts what became of a remote in a page, and rolls its canary back once it is significantly worse than stable. */
  record(report: OutcomeReport, address: string): Promise<void>
  /** What this process has counted since the canary, its share or stable changed; null without a canary. */
  countsOf(name: string): Promise<Record<Side, Visits> | null>
}

/** Each registry judges by what it has counted itself; the first that is sure acts, under the publication lock. */
export function watchCanaries({ releases, releasesDir, log, metrics }: WatchParts): CanaryWatch {
  const watched = new Map<string, Watched>()
  const hide = createHiding()
  const countOutcome = addCounter(metrics, {
    name: 'registry_remote_outcomes_total',
    labels: ['remote', 'version', 'outcome'],
    help: 'What became of remotes that have a canary: each address once, as `shown` and then perhaps failed; and pages `recovered`, of all releases',
  })
  const countRollback = addCounter(metrics, {
    name: 'registry_canaries_rolled_back_total',
    labels: ['remote'],
    help: 'Canaries that this process rolled back because they failed more often than stable',
  })

  async function find(name: string): Promise<Watched | null> {
    const live = await releases.live()
    const canaries = new Map(live.canaries.map((canary) => [canary.release.name, canary]))
    for (const each of watched.keys()) if (!canaries.has(each)) watched.delete(each)
    const canary = canaries.get(name)
    const stable = live.stable.get(name)?.version
    if (canary === undefined || stable === undefined) return null
    const key = [canary.release.version, canary.set, canary.share, stable].join(' ')
    const known = watched.get(name)
    if (known?.key === key) return known
    const members = live.canaries.filter(({ set }) => set === canary.set).length
    const begun = { name, canary, stable, members, key, tally: createTally(), retryAt: 0, isEnding: false }
    watched.set(name, begun)
    return begun
  }

  async function end(one: Watched): Promise<void> {
    if (one.isEnding || performance.now() < one.retryAt) return
    one.isEnding = true
    const { name, canary, tally } = one
    const only = { version: canary.release.version, set: canary.set }
    const why = reasonOf(tally.counts())
    try {
      const changed = await changeChannels(releasesDir, name, { action: 'rollback', only, why }, { by: BY_REGISTRY })
      if (changed.size === 0) return
      countRollback({ remote: name })
      log.warn({ remote: name, version: only.version }, `the canary of ${name} is rolled back: ${why}`)
    } catch (error) {
      one.retryAt = performance.now() + RETRY_MS
      log.error({ err: error, remote: name }, `the canary of ${name} could not be rolled back: ${why}`)
    } finally {
      one.isEnding = false
    }
  }

  /** Whoever sends reports could name any version. */
  async function isLive(remote: string, version: string): Promise<boolean> {
    const { stable, canaries } = await releases.live()
    const all = [stable.get(remote), ...canaries.map(({ release }) => release)]
    return all.some((release) => release?.name === remote && release.version === version)
  }

  return {
    async record({ remote, version, outcome, page }, address) {
      if (outcome === 'recovered') {
        if (await isLive(remote, version)) countOutcome({ remote, version, outcome })
        return
      }
      const one = await find(remote)
      const side = one && sideOf(one, version)
      if (!one || !side) return
      if (!one.tally.count(hide(address), { side, page, hasFailed: outcome !== 'shown' })) return
      countOutcome({ remote, version, outcome })
      const { canary, stable } = one.tally.counts()
      if (isWorse(canary, stable, one.members)) await end(one)
    },
    countsOf: async (name) => (await find(name))?.tally.counts() ?? null,
  }
}

function sideOf({ canary, stable }: Comparison, version: string): Side | null {
  if (version === canary.release.version) return 'canary'
  return version === stable ? 'stable' : null
}

function reasonOf({ canary, stable }: Record<Side, Visits>): string {
  return `failed for ${canary.failed} of ${canary.visits} addresses; stable ${stable.failed} of ${stable.visits}`
}
