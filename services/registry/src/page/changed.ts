import { CHANGED_RELEASES_URL, type ChangedReleases } from '@aangan/contracts/changed-releases'
import type { Release } from '@aangan/contracts/manifest'
import { LOCAL_VERSION } from '@aangan/contracts/override'
import { SHELL } from '@aangan/contracts/release-urls'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { type FindBefore, rememberBefore } from '../releases/before.ts'
import { type ReleaseSet, type Releases, shellOf } from '../releases/releases.ts'
import type { LiveReleases } from '../releases/settled.ts'
import { toRemotes } from './routes.ts'
import { knownReleasesOf } from './visit.ts'

/** As `name@version`, separated by commas. */
const Listed = Type.Optional(Type.String({ maxLength: 8_000 }))
const Query = Type.Object({ has: Listed, failed: Listed })

interface ChangedRoutes {
  releasesDir: string
  releases: Releases
}

/** For open pages, which ask on each navigation, and when a remote has failed. */
export function addChangedReleases(app: App, { releasesDir, releases }: ChangedRoutes): void {
  const before = rememberBefore(releasesDir)
  app.get(CHANGED_RELEASES_URL, { schema: { hide: true, querystring: Query } }, async (request, reply) => {
    const { has, failed } = request.query
    const live = await releases.live()
    const set = await withoutFailed({ live, before }, knownReleasesOf(live, request), failedIn(failed))
    reply.header('cache-control', 'private, no-store')
    return changesTo(set, new Map(listed(has)))
  })
}

interface Replacing {
  live: LiveReleases
  before: FindBefore
}

/** Of a set of canaries a visitor gets all or nothing, so if one fails, the others go, too: but a shell only a page can change. */
async function withoutFailed(parts: Replacing, set: ReleaseSet, failed: Failed): Promise<ReleaseSet> {
  const replaced = new Map(set)
  for (const [name, versions] of failed) {
    const version = set.get(name)?.version
    if (version === undefined || !versions.has(version)) continue
    for (const release of await insteadOf(parts, { name, version, failed })) replaced.set(release.name, release)
  }
  return replaced
}

interface Broken {
  name: string
  version: string
  failed: Failed
}

async function insteadOf(parts: Replacing, { name, version, failed }: Broken): Promise<Release[]> {
  const { stable, canaries } = parts.live
  const canary = canaries.find(({ release }) => release.name === name && release.version === version)
  if (canary && !stable.has(name)) return []
  const members = canary && canaries.filter(({ set, release }) => set === canary.set && release.name !== SHELL)
  const names = members?.map(({ release }) => release.name) ?? [name]
  return (await Promise.all(names.map((each) => lastWorking(parts, each, failed.get(each))))).flat()
}

/** The newest of the stable releases of a name that did not fail; none if all did. */
async function lastWorking(parts: Replacing, name: string, failed?: ReadonlySet<string>): Promise<Release[]> {
  const { live, before } = parts
  const stable = live.stable.get(name)
  if (!stable) return []
  if (!failed?.has(stable.version)) return [stable]
  return (await before(live, name)).filter(({ version }) => !failed.has(version)).slice(0, 1)
}

function changesTo(set: ReleaseSet, has: Map<string, string>): ChangedReleases {
  const remotes: ChangedReleases['remotes'] = {}
  const releases = toRemotes(set)
  for (const name of new Set([...has.keys(), ...Object.keys(releases)])) {
    const version = has.get(name)
    const release = releases[name] ?? null
    if (name !== SHELL && version !== LOCAL_VERSION && version !== release?.version) remotes[name] = release
  }
  const shell = shellOf(set).version
  return { ...(shell !== has.get(SHELL) && { shell }), remotes }
}

const LISTED = /^([a-z][a-z0-9-]*)@([^@]+)$/

/** Versions by name: several of one have failed in a row. */
type Failed = ReadonlyMap<string, ReadonlySet<string>>

function failedIn(text: string | undefined): Failed {
  const failed = new Map<string, Set<string>>()
  for (const [name, version] of listed(text)) failed.set(name, (failed.get(name) ?? new Set()).add(version))
  return failed
}

function listed(text = ''): [name: string, version: string][] {
  return text
    .split(',')
    .map((each) => LISTED.exec(each))
    .filter((match) => match !== null)
    .map(([, name = '', version = '']) => [name, version])
}
