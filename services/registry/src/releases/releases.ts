import { statSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Release } from '@aangan/contracts/manifest'
import { SHELL } from '@aangan/contracts/release-urls'
import { pageOfRoutes } from '@aangan/contracts/routes'
import { AppError } from '@aangan/service-kit/errors'
import { addGauges } from '@aangan/service-kit/metrics'
import type { Parts } from '@aangan/service-kit/parts'
import { channelsFile } from './channels.ts'
import { listNames } from './folder.ts'
import { type LiveReleases, type ReleaseSet, readReleases } from './settled.ts'

export type { ReleaseSet } from './settled.ts'

/** What could not be read may be there again a little later, as on a network file system. */
const REREAD_MS = 5_000

export interface Releases {
  /** The stable releases, cached until a `channels.json` changes. */
  current(): Promise<ReleaseSet>
  /** With the canaries, and who claims what. The same object until then. */
  live(): Promise<LiveReleases>
}

/** Throws UNAVAILABLE while no shell is published. */
export function shellOf(set: ReleaseSet): Release {
  const shell = set.get(SHELL)
  if (!shell) throw new AppError('UNAVAILABLE', 'No release of the shell is installed: build it and publish it.')
  return shell
}

/**
 * A page that shows the release: the stable one, or the canary if that is `version` or the only one. The first page of
 * the site for the shell and for remotes without a page of their own.
 */
export async function pageOf(releases: Releases, name: string, version?: string): Promise<string> {
  const { stable, canaries } = await releases.live()
  const canary = canaries.find(({ release }) => release.name === name)?.release
  const shown = canary && canary.version === version ? canary : (stable.get(name) ?? canary)
  return pageOfRoutes(shown?.manifest?.routes)
}

interface ReleaseParts extends Pick<Parts, 'log' | 'metrics'> {
  /** Called with what has been read, at the start and after a change. */
  onRead?: (live: LiveReleases) => void
  /** Milliseconds on a clock that never jumps. */
  clock?: () => number
}

/**
 * A release that cannot be read is logged once, and the last good one stays. One that claims another remote's route or
 * slot is logged and left out as a whole.
 */
export function openReleases(dir: string, parts: ReleaseParts): Releases {
  const { log, metrics, onRead, clock = () => performance.now() } = parts
  const reported = new Map<string, string>()
  let seen = ''
  let rereadAt = Number.POSITIVE_INFINITY
  let last: LiveReleases | null = null
  let reading: Promise<LiveReleases> | null = null
  addGauges(metrics, {
    registry_unreadable_releases: {
      help: 'Releases that cannot be read or are refused, so that an earlier one or none is served in their place',
      figure: () => reported.size,
    },
  })

  async function read(): Promise<LiveReleases> {
    const { problems, ...live } = await readReleases(dir, log, last?.stable)
    report(problems, (name) => (live.stable.has(name) ? 'the last good one is served' : 'it is left out'))
    last = live
    onRead?.(live)
    return live
  }

  function report(problems: ReadonlyMap<string, unknown>, outcome: (name: string) => string): void {
    for (const name of [...reported.keys()]) if (!problems.has(name)) reported.delete(name)
    if (problems.size > 0) rereadAt = clock() + REREAD_MS
    for (const [name, error] of problems) {
      if (reported.get(name) === String(error)) continue
      reported.set(name, String(error))
      log.error({ err: error, remote: name }, `the release of ${name} cannot be used: ${outcome(name)}`)
    }
  }

  async function live(): Promise<LiveReleases> {
    try {
      const current = fingerprint(dir)
      if (reading === null || current !== seen || clock() >= rereadAt) {
        seen = current
        rereadAt = Number.POSITIVE_INFINITY
        reading = read()
      }
      return await reading
    } catch (error) {
      reading = null
      if (last === null) throw error
      report(new Map([['*', error]]), () => 'those read last are served')
      return last
    }
  }

  return { live, current: async () => (await live()).stable }
}

/**
 * Changes whenever a channel of any release does. Synchronous, since every page asks: the system has the answers in
 * memory within microseconds, and each hand-over to another thread takes ten times as long.
 */
function fingerprint(dir: string): string {
  return listNames(dir)
    .map((name) => `${name} ${markOf(channelsFile(dir, name))}`)
    .join('\n')
}

function markOf(file: string): string {
  try {
    const { ino, mtimeMs, size } = statSync(file)
    return `${ino} ${mtimeMs} ${size}`
  } catch {
    return 'unreadable'
  }
}
