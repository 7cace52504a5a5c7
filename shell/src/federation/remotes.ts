import type { PageBoot } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { modulesOf, type RouteMatch } from '@aangan/contracts/routes'
import { retried } from '@aangan/remote/retried'
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/runtime'
import type { RemoteEntryExports } from '@module-federation/runtime/types'
import type { ParcelConfigObject } from 'single-spa'
import type { Report } from '../report.ts'
import { createChunks } from './chunks.ts'
import { readFailed } from './failed-releases.ts'
import { createFiles } from './files.ts'

/** A retry. `anew` starts over, except for pending downloads; `on` keeps what is loaded, with the data that it has. */
export type Again = 'anew' | 'on'

export interface Remotes {
  /**
   * Loads an exposed module and screens of a release. Rejects on failure; pending while a file hangs, and for ever if the
   * page takes another release instead, because this one has failed in this tab before.
   */
  load(
    name: string,
    release: RemoteRelease | undefined,
    module: string,
    screens?: string[],
  ): Promise<ParcelConfigObject>
  /** Preloads a route's files. */
  prefetch(match: RouteMatch<{ path: string; preload?: string[] }>): void
  /** For a retry, before `load`: pending files get a second download. */
  reset(name: string, release: RemoteRelease | undefined, again: Again): void
  /** Puts another release in the page's set, also where the remote is mounted; null removes the remote. */
  take(name: string, release: RemoteRelease | null): void
  /** Calls `listener` after each `take`. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Takes the last release before the `version` that failed which has not. Resolves with false if there is none. Never rejects. */
  replace(name: string, version: string | undefined): Promise<boolean>
}

/** The page's remotes, loaded on demand through Module Federation. `boot.remotes` always has the releases in use. */
export function createRemotes(boot: PageBoot, report: Report): Remotes {
  const { remotes, shell } = boot
  const chunks = createChunks()
  const files = createFiles([shell, ...Object.values(remotes)], { deadlineMs: shell.deadlineMs, chunks })
  const registered = new Map<string, RemoteRelease>()
  const listeners = new Set<() => void>()
  registerPlugins([
    {
      name: 'release-loader',
      loadEntry: ({ remoteInfo }) => loadContainer(registered.get(remoteInfo.name), remoteInfo.name),
    },
  ])

  /** Each version under a name of its own, since the runtime keeps what it has loaded. */
  function register(name: string, release: RemoteRelease, force = false): string {
    const id = `${name}@${release.version}`
    if (registered.has(id) && !force) return id
    const { entry, container, integrity } = release
    files.trust(integrity)
    chunks.open(name)
    registered.set(id, release)
    registerRemotes([{ name: id, entry, entryGlobalName: container, type: 'global' }], { force })
    return id
  }

  async function loadContainer(release: RemoteRelease | undefined, id: string) {
    if (!release) throw new Error(`${id} is not a release of this page.`)
    await files.load(release.entry, release.container)
    const container: unknown = Reflect.get(globalThis, release.container)
    if (!isContainer(container))
      throw new Error(`${release.entry} is not a remote: it did not define '${release.container}'.`)
    return container
  }

  async function load(name: string, release: RemoteRelease | undefined, module: string, screens: string[] = []) {
    if (!release) throw new Error(`The page lists no release of ${name}.`)
    // What may take its place by now, only the registry knows.
    if (hasFailed(name, release) && (await replace(name, release.version))) return new Promise<never>(() => undefined)
    const id = register(name, release)
    const [loaded] = await Promise.all([
      Promise.all(chunksOf(release, [module, ...screens]).map((url) => files.load(url, release.container))).then(() =>
        loadRemote<ParcelConfigObject>(`${id}/${module.slice(2)}`),
      ),
      files.load(release.entry, release.container),
    ])
    if (!loaded) throw new Error(`${name} does not expose ${module}.`)
    return loaded
  }

  /** Others are loaded before the page takes them. */
  function hasFailed(name: string, { version }: RemoteRelease): boolean {
    return remotes[name]?.version === version && readFailed()[name]?.includes(version) === true
  }

  async function replace(name: string, version: string | undefined): Promise<boolean> {
    if (version === undefined) return false
    try {
      const { replaceFailed } = await retried(() => import(/* webpackChunkName: "releases" */ './replace-failed.ts'))
      return await replaceFailed({ boot, remotes: loader }, name, version)
    } catch (error) {
      report('shell', error)
      return false
    }
  }

  const loader: Remotes = {
    load,
    prefetch({ remote, route }) {
      const release = remotes[remote]
      if (!release) return
      for (const url of [release.entry, ...chunksOf(release, modulesOf(route))]) {
        files.prefetch(url)
      }
    },
    reset(name, release, again) {
      if (!release) return
      const { entry, container, exposes } = release
      if (again === 'anew') files.forget(entry, container)
      for (const url of [entry, ...chunksOf(release, Object.keys(exposes))]) files.hasten(url, container)
      if (again === 'anew') register(name, release, true)
    },
    take(name, release) {
      if (release) remotes[name] = release
      else delete remotes[name]
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    replace,
  }
  return loader
}

/** Deduplicated chunks of several modules, loaded in parallel with the entry. */
function chunksOf({ exposes }: RemoteRelease, modules: string[]): string[] {
  return [...new Set(modules.flatMap((module) => [...(exposes[module]?.css ?? []), ...(exposes[module]?.js ?? [])]))]
}

function isContainer(value: unknown): value is RemoteEntryExports {
  return typeof value === 'object' && value !== null && 'get' in value && 'init' in value
}
