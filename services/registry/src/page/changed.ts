import { CHANGED_RELEASES_URL, type ChangedReleases } from '@aangan/contracts/changed-releases'
import type { Release } from '@aangan/contracts/manifest'
import { LOCAL_VERSION } from '@aangan/contracts/override'
import type { App } from '@aangan/service-kit/server'
import { Type } from 'typebox'
import { type FindBefore, rememberBefore } from '../releases/before.ts'
import { type ReleaseSet, type Releases, shellOf } from '../releases/releases.ts'
import { SHELL } from '../releases/rules.ts'
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
    const set = await withoutFailed({ live, before }, knownReleasesOf(live, request), versionsIn(failed))
    reply.header('cache-control', 'private, no-store')
    return changesTo(set, versionsIn(has))
  })
}

interface Replacing {
  live: LiveReleases
  before: FindBefore
}

/** Of a set of canaries a visitor gets all or nothing, so if one fails, the others go, too: but a shell only a page can change. */
async function withoutFailed(parts: Replacing, set: ReleaseSet, failed: Map<string, string>): Promise<ReleaseSet> {
  const replaced = new Map(set)
  for (const [name, version] of failed) {
    if (set.get(name)?.version !== version) continue
    for (const release of await insteadOf(parts, name, version)) replaced.set(release.name, release)
  }
  return replaced
}

async function insteadOf({ live, before }: Replacing, name: string, version: string): Promise<Release[]> {
  const { stable, canaries } = live
  const canary = canaries.find(({ release }) => release.name === name && release.version === version)
  if (!canary) return [await before(live, name)].filter((release) => release !== null)
  if (!stable.has(name)) return []
  const members = canaries.filter(({ set, release }) => set === canary.set && release.name !== SHELL)
  return members.flatMap(({ release }) => stable.get(release.name) ?? [])
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

function versionsIn(text = ''): Map<string, string> {
  const found = text
    .split(',')
    .map((each) => LISTED.exec(each))
    .filter((match) => match !== null)
  return new Map(found.map(([, name = '', version = '']) => [name, version]))
}
