import type { PageBoot } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import type { RouteMatch } from '@aangan/contracts/routes'
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/runtime'
import type { RemoteEntryExports } from '@module-federation/runtime/types'
import type { ParcelConfigObject } from 'single-spa'
import { createChunks } from './chunks.ts'
import { createFiles } from './files.ts'

export interface Remotes {
  /** Loads an exposed module and screens. Rejects on failure; pending while a file hangs. */
  load(name: string, module: string, screens?: string[]): Promise<ParcelConfigObject>
  /** Preloads a route's files. */
  prefetch(match: RouteMatch<{ path: string; preload?: string[] }>): void
  /** Forgets a remote's loaded files, except pending ones, so that the next `load` starts over. */
  reset(name: string): void
}

/** The page's remotes, loaded on demand through Module Federation. */
export function createRemotes(
  { remotes, shell }: PageBoot,
  onInvalid: (name: string, error: unknown) => void,
): Remotes {
  const chunks = createChunks(Object.keys(remotes))
  const files = createFiles([shell, ...Object.values(remotes)], { deadlineMs: shell.deadlineMs, chunks })
  registerPlugins([
    {
      name: 'release-loader',
      loadEntry: ({ remoteInfo }) => loadContainer(remotes[remoteInfo.name], remoteInfo.name),
    },
  ])
  for (const [name, release] of Object.entries(remotes)) register(name, release)

  /** One at a time: an invalid remote must not prevent registering the others. */
  function register(name: string, release: RemoteRelease, force = false): void {
    try {
      const { entry, container } = release
      registerRemotes([{ name, entry, entryGlobalName: container, type: 'global' }], { force })
    } catch (error) {
      onInvalid(name, error)
    }
  }

  async function loadContainer(release: RemoteRelease | undefined, name: string) {
    if (!release) throw new Error(`The page lists no release of ${name}.`)
    await files.load(release.entry, release.container)
    const container: unknown = Reflect.get(globalThis, release.container)
    if (!isContainer(container))
      throw new Error(`${release.entry} is not a remote: it did not define '${release.container}'.`)
    return container
  }

  async function load(name: string, module: string, screens: string[] = []): Promise<ParcelConfigObject> {
    const release = remotes[name]
    if (!release) throw new Error(`The page lists no release of ${name}.`)
    const [loaded] = await Promise.all([
      Promise.all(chunksOf(release, [module, ...screens]).map((url) => files.load(url, release.container))).then(() =>
        loadRemote<ParcelConfigObject>(`${name}/${module.slice(2)}`),
      ),
      files.load(release.entry, release.container),
    ])
    if (!loaded) throw new Error(`${name} does not expose ${module}.`)
    return loaded
  }

  return {
    load,
    prefetch({ remote, route }) {
      const release = remotes[remote]
      if (!release) return
      for (const url of [release.entry, ...chunksOf(release, ['./remote', ...(route.preload ?? [])])]) {
        files.prefetch(url)
      }
    },
    reset(name) {
      const release = remotes[name]
      if (!release) return
      const { entry, container, exposes } = release
      files.forget(entry, container)
      for (const url of [entry, ...chunksOf(release, Object.keys(exposes))]) files.hasten(url, container)
      register(name, release, true)
    },
  }
}

/** Deduplicated chunks of several modules, loaded in parallel with the entry. */
function chunksOf({ exposes }: RemoteRelease, modules: string[]): string[] {
  return [...new Set(modules.flatMap((module) => [...(exposes[module]?.css ?? []), ...(exposes[module]?.js ?? [])]))]
}

function isContainer(value: unknown): value is RemoteEntryExports {
  return typeof value === 'object' && value !== null && 'get' in value && 'init' in value
}
