import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseManifest } from '../manifest.js'

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

/** What is to be said after the file's name. @param {Manifest} manifest @param {Manifest[]} others */
function findProblem(manifest, others) {
  if (!manifest.name || !Array.isArray(manifest.routes)) return 'needs a name and routes.'
  const namesake = others.find(({ name }) => name === manifest.name)
  if (namesake) return `names it ${manifest.name}, as another remote is named: give it a name of its own.`
  for (const { name, routes } of others) {
    const claimed = manifest.routes.find(({ path }) => routes.some((route) => route.path === path))
    if (claimed) return `claims ${claimed.path}, which is ${name}'s: give it a route of its own.`
  }
  return null
}

/** @param {string} dir @returns {boolean} whether it is a remote: what has a manifest. Everything else is the shell. */
export function isRemote(dir) {
  return existsSync(join(dir, 'manifest.json'))
}
