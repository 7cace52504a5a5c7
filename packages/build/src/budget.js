import { importContract } from './import-contract.js'

const { modulesOf } = await importContract('routes')

/**
 * Checks a release against the budgets in its manifest. A route loads the entry, `./remote` and its preloaded screens;
 * an offer loads the entry and its own module.
 * @param {Pick<Required<import('@aangan/contracts/manifest').Release>, 'entry' | 'exposes' | 'files' | 'manifest'>} release
 * @returns {string[]} one line per problem
 */
export function checkBudget({ entry, exposes, files, manifest }) {
  const { name: remote, budget } = manifest
  const loads = loadsOf(manifest)
  const unknown = Object.keys(budget).filter((name) => !loads[name])
  return [
    ...checkChunks({ exposes, manifest }),
    ...unknown.map(
      (name) => `${remote}: manifest.json has a budget for ${name}, which is neither a route nor an offer.`,
    ),
    ...Object.entries(loads).flatMap(([name, modules]) => check(name, modules)),
  ]

  /** @param {string} name of a route or an offer @param {string[]} modules */
  function check(name, modules) {
    if (!modules.every((module) => exposes[module])) return []
    const limit = budget[name]
    const bytes = totalBytes(modules)
    if (limit === undefined) return [`${remote}: manifest.json has no budget for ${name}, which takes ${bytes} bytes.`]
    if (bytes <= limit) return []
    return [
      `${remote} is over its budget: ${name} takes ${bytes} bytes (brotli), manifest.json allows ${limit}. Find out what made it grow (a library, a screen that could be loaded lazily), or raise the budget there.`,
    ]
  }

  /** @param {string[]} modules */
  function totalBytes(modules) {
    const chunks = modules.flatMap((module) => [...(exposes[module]?.js ?? []), ...(exposes[module]?.css ?? [])])
    return [...new Set([entry, ...chunks])].reduce((sum, file) => sum + (files[file]?.bytes ?? 0), 0)
  }
}

/**
 * @param {Pick<Required<import('@aangan/contracts/manifest').Release>, 'exposes' | 'manifest'>} release
 * @returns {string[]} one line per route or offer whose modules were not built
 */
export function checkChunks({ exposes, manifest }) {
  return Object.entries(loadsOf(manifest)).flatMap(([name, modules]) => {
    const absent = modules.filter((module) => !exposes[module])
    if (absent.length === 0) return []
    return [`${manifest.name}: ${name} needs ${absent.join(', ')}, but the build produced no such chunk.`]
  })
}

/** @param {import('@aangan/contracts/manifest').RemoteManifest} manifest @returns {Record<string, string[]>} modules by route and by offer */
function loadsOf({ routes, offers }) {
  return Object.fromEntries([
    ...routes.map((route) => [route.path, modulesOf(route)]),
    ...Object.entries(offers).map(([name, { module }]) => [name, [module]]),
  ])
}
