import { basename } from 'node:path'
import { parseManifest } from '../manifest.js'

/**
 * @typedef {{ name: string, routes: { path: string }[] }} Manifest the fields needed here
 * @typedef {{ manifest: Manifest } | { problem: string }} ReadManifest
 */

/**
 * Names and routes must be unique: two compilers would write to one folder, and the registry drops the second remote.
 * @param {string} dir
 * @param {Manifest[]} others
 * @returns {ReadManifest}
 */
export function readManifest(dir, others) {
  /** @type {Manifest} */
  let manifest
  try {
    manifest = parseManifest(dir)
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
  const problem = findProblem(manifest, others)
  return problem === null ? { manifest } : { problem: `${basename(dir)}/manifest.json ${problem}` }
}

/** Returns a message that continues the file name. @param {Manifest} manifest @param {Manifest[]} others */
function findProblem(manifest, others) {
  if (!manifest.name || !Array.isArray(manifest.routes)) return 'needs a name and routes.'
  const namesake = others.find(({ name }) => name === manifest.name)
  if (namesake) return `uses the name ${manifest.name}, which another remote already has: choose a unique name.`
  for (const { name, routes } of others) {
    const claimed = manifest.routes.find(({ path }) => routes.some((route) => route.path === path))
    if (claimed) return `claims ${claimed.path}, which belongs to ${name}: choose another route.`
  }
  return null
}
