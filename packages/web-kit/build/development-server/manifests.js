import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ name: string, routes: { path: string }[] }} Manifest the part of it that is looked at here
 * @typedef {{ manifest: Manifest } | { problem: string }} ReadManifest
 */

/**
 * Reads a remote's manifest and compares it with those of the others. Nobody else may have its name or its routes: two
 * compilers would write to one place, and the registry leaves the second one out.
 * @param {string} dir
 * @param {Manifest[]} others
 * @returns {ReadManifest}
 */
export function readManifest(dir, others) {
  const path = join(dir, 'manifest.json')
  /** @type {Manifest} */
  let manifest
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return { problem: `manifest.json is no JSON: ${error instanceof Error ? error.message : error}` }
  }
  const problem = findProblem(manifest, others)
  return problem === null ? { manifest } : { problem }
}

/** @param {Manifest} manifest @param {Manifest[]} others */
function findProblem(manifest, others) {
  if (!manifest.name || !Array.isArray(manifest.routes)) return 'manifest.json needs a name and routes.'
  const namesake = others.find(({ name }) => name === manifest.name)
  if (namesake) return `manifest.json names it ${manifest.name}, as another remote is named: give it a name of its own.`
  for (const { name, routes } of others) {
    const claimed = manifest.routes.find(({ path }) => routes.some((route) => route.path === path))
    if (claimed) return `manifest.json claims ${claimed.path}, which is ${name}'s: give it a route of its own.`
  }
  return null
}

/** @param {string} dir @returns {boolean} whether it is a remote: what has a manifest. Everything else is the shell. */
export function isRemote(dir) {
  return existsSync(join(dir, 'manifest.json'))
}
