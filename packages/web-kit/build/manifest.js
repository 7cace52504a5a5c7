import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { readJson } from './version.js'

/** @type {Promise<typeof import('@aangan/contracts/manifest-check')> | undefined} */
let checking

/** Throws if the part has an invalid `manifest.json`; runs the registry's own checks. @param {string} dir */
export async function checkManifest(dir) {
  const path = join(dir, 'manifest.json')
  if (!existsSync(path)) return
  checking ??= tsImport('@aangan/contracts/manifest-check', import.meta.url)
  const { findManifestProblem } = await checking
  const problem = findManifestProblem(parseManifest(dir))
  if (problem) throw new Error(`${basename(dir)}/manifest.json: ${problem}`)
}

/** @param {string} dir @returns {any} Throws an Error that names the file if it is not JSON. */
export function parseManifest(dir) {
  try {
    return readJson(join(dir, 'manifest.json'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new Error(`${basename(dir)}/manifest.json is no JSON: ${reason}`, { cause: error })
  }
}
