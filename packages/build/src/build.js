import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { rspack } from '@rspack/core'
import { DevelopmentPlugin } from './development-plugin.js'
import { isRemote, readManifest } from './manifest.js'
import { readJson, sourceVersion } from './version.js'

/** @typedef {{ onProgress?: (names: string[]) => void }} BuildProgress `onProgress` is called once, before building */

/**
 * Builds the stale ones of the given web parts with one compiler. Rejects with the compiler's output if any fails.
 * @param {string[]} dirs folders with an `rspack.config.js`
 * @param {BuildProgress} [options]
 * @returns {Promise<string[]>} the folders that were built
 */
export async function buildWeb(dirs, { onProgress } = {}) {
  const stale = dirs.filter((dir) => !isFresh(dir))
  if (stale.length === 0) return []
  onProgress?.(stale)
  const compiler = rspack(await Promise.all(stale.map((dir) => readConfig(dir))))
  const stats = await promisify(compiler.run.bind(compiler))()
  await promisify(compiler.close.bind(compiler))()
  if (stats?.hasErrors()) throw new Error(stats.toString({ preset: 'errors-only', colors: false }))
  return stale
}

/** @param {string} dir @returns {boolean} whether `dist` is a complete build of the current sources */
export function isFresh(dir) {
  const path = join(dir, 'dist', 'release.json')
  if (!existsSync(path)) return false
  const release = readJson(path)
  const complete = Object.keys(release.files).every((file) => existsSync(join(dir, 'dist', file)))
  return complete && release.version === sourceVersion(dir)
}

/**
 * Reads the configuration of a part as `rspack build` in its folder does. Rejects if its manifest is invalid.
 * @param {string} dir
 * @param {{ devReleases?: string }} [options] `devReleases`: build for development, into this releases folder
 * @returns {Promise<import('@rspack/core').Configuration>}
 */
export async function readConfig(dir, { devReleases } = {}) {
  const name = isRemote(dir) ? readManifest(dir).name : 'shell'
  const { default: exported } = await import(pathToFileURL(join(dir, 'rspack.config.js')).href)
  const own = await (typeof exported === 'function' ? exported({}, {}) : exported)
  const config = { context: dir, name, infrastructureLogging: { level: 'error' }, ...own }
  if (!devReleases) return config
  const plugins = [...(config.plugins ?? []), new DevelopmentPlugin(name, devReleases)]
  return { ...config, mode: 'development', devtool: 'cheap-module-source-map', plugins }
}
