import type { Release, RemoteManifest } from './manifest.ts'
import { modulesOf } from './routes.ts'

type RemoteBuild = Pick<Release, 'entry' | 'exposes' | 'files'> & { manifest: RemoteManifest }

/**
 * Checks a release against the budgets in its manifest. A route loads the entry, `./remote` and its preloaded screens;
 * an offer loads the entry and its own module. Returns one line per problem. A draft needs the modules alone.
 */
export function checkBudget({ entry, exposes, files, manifest }: RemoteBuild, isDraft = false): string[] {
  const absent = checkChunks({ exposes, manifest })
  if (isDraft) return absent
  const { name: remote, budget } = manifest
  const loads = loadsOf(manifest)
  const unknown = Object.keys(budget).filter((name) => !loads[name])
  return [
    ...absent,
    ...unknown.map(
      (name) => `${remote}: manifest.json has a budget for ${name}, which is neither a route nor an offer.`,
    ),
    ...Object.entries(loads).flatMap(([name, modules]) => check(name, modules)),
  ]

  /** @param name of a route or an offer */
  function check(name: string, modules: string[]): string[] {
    if (!modules.every((module) => exposes[module])) return []
    const limit = budget[name]
    const bytes = totalBytes(modules)
    if (limit === undefined) return [`${remote}: manifest.json has no budget for ${name}, which takes ${bytes} bytes.`]
    if (bytes <= limit) return []
    return [
      `${remote} is over its budget: ${name} takes ${bytes} bytes (brotli), manifest.json allows ${limit}. Find out what made it grow (a library, a screen that could be loaded lazily), or raise the budget there.`,
    ]
  }

  function totalBytes(modules: string[]): number {
    const chunks = modules.flatMap((module) => [...(exposes[module]?.js ?? []), ...(exposes[module]?.css ?? [])])
    return [...new Set([entry, ...chunks])].reduce((sum, file) => sum + (files[file]?.bytes ?? 0), 0)
  }
}

/** Returns one line per route or offer whose modules were not built. */
function checkChunks({ exposes, manifest }: Pick<RemoteBuild, 'exposes' | 'manifest'>): string[] {
  return Object.entries(loadsOf(manifest)).flatMap(([name, modules]) => {
    const absent = modules.filter((module) => !exposes[module])
    if (absent.length === 0) return []
    return [`${manifest.name}: ${name} needs ${absent.join(', ')}, but the build produced no such chunk.`]
  })
}

/** Modules by route and by offer. */
function loadsOf({ routes, offers }: RemoteManifest): Record<string, string[]> {
  return Object.fromEntries([
    ...routes.map((route) => [route.path, modulesOf(route)]),
    ...Object.entries(offers).map(([name, { module }]) => [name, [module]]),
  ])
}
