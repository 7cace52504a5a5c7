import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { readJson } from './version.js'

/** @type {Promise<typeof import('@aangan/contracts/manifest-check')> | undefined} */
let checking

/**
 * Throws what is wrong with a part's `manifest.json`, where it has one, as the registry would: a misspelt key, a link to
 * no route of its own.
 * @param {string} dir
 */
export async function checkManifest(dir) {
  const path = join(dir, 'manifest.json')
  if (!existsSync(path)) return
  checking ??= tsImport('@aangan/contracts/manifest-check', import.meta.url)
  const problem = (await checking).findManifestProblem(readJson(path))
  if (problem) throw new Error(`${basename(dir)}/manifest.json: ${problem}`)
}
