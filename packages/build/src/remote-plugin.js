import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { rspack } from '@rspack/core'
import { applyDefaults, federate, LOCAL_VERSION, share } from './defaults.js'
import { importContract } from './import-contract.js'
import { IntegrityPlugin } from './integrity-plugin.js'
import { readManifest } from './manifest.js'
import { ReleasePlugin } from './release-plugin.js'
import { siteServer } from './serve.js'
import { sourceVersion } from './version.js'

const { PAGE_MODULE } = await importContract('routes')

/** In bytes, as it is written. */
const LARGE = 50_000

/**
 * Builds a remote from the `manifest.json` in its folder (`context`): exposes `./remote` and the module of each offer,
 * `./box` being `src/box.tsx`, and writes the release. Sets only options that the configuration leaves open. Throws if
 * the manifest is invalid.
 */
export class RemotePlugin {
  /** @param {{ site?: string }} [options] `site`: origin of the running site whose pages `rspack serve` shows */
  constructor({ site = 'http://localhost:3000' } = {}) {
    this.site = site
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const { context, options } = compiler
    const manifest = readManifest(context)
    const version = sourceVersion(context)
    const container = `${manifest.name}_${version}`.replaceAll(/[^0-9A-Za-z]/g, '_')
    const draft = options.mode === 'development'
    applyDefaults(compiler, { name: manifest.name, splitChunks: splitChunks(exposesOf(manifest)) })
    removeDefaultEntry(options.entry)
    const release = {
      name: manifest.name,
      version: draft ? LOCAL_VERSION : version,
      container,
      entry: container,
      manifest,
      serverEntry: './src/remote.tsx',
      draft,
    }
    if (draft) serveSite(compiler, release, this.site)
    federate(compiler, {
      name: container,
      filename: 'entry.[contenthash:8].js',
      exposes: exposesOf(manifest),
      shared: share({ import: false }),
      experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
    })
    new IntegrityPlugin(container).apply(compiler)
    new ReleasePlugin(release).apply(compiler)
  }
}

/** @typedef {{ name: string, manifest: import('@aangan/contracts/manifest').RemoteManifest }} Described */

/** Each compilation has the manifest as it is then. @param {import('@rspack/core').Compiler} compiler @param {Described} release */
function followManifest(compiler, release) {
  const { context } = compiler
  const first = release.manifest
  compiler.hooks.thisCompilation.tap('RemotePlugin', (compilation) => {
    compilation.fileDependencies.add(join(context, 'manifest.json'))
    try {
      release.manifest = readManifest(context)
      if (!isBuiltAlike(first, release.manifest))
        throw new Error('manifest.json has another name or offers: start rspack again')
    } catch (error) {
      compilation.errors.push(new rspack.WebpackError(error instanceof Error ? error.message : String(error)))
    }
  })
}

/** Whether a compiler that was made for one of them builds the other. @param {import('@aangan/contracts/manifest').RemoteManifest} one @param {import('@aangan/contracts/manifest').RemoteManifest} other */
function isBuiltAlike(one, other) {
  return one.name === other.name && isDeepStrictEqual(exposesOf(one), exposesOf(other))
}

/** @param {import('@rspack/core').Compiler} compiler @param {Described} release @param {string} site */
function serveSite(compiler, release, site) {
  const { options } = compiler
  if (options.devServer === false) return
  const publicPath = String(options.output.publicPath)
  const { name } = release
  const onStart = () => followManifest(compiler, release)
  options.devServer = { ...siteServer(site, { name, publicPath, compiler, onStart }), ...options.devServer }
  // A page of another site loads the chunks from here, too, where their entry comes from.
  options.output.publicPath = 'auto'
  // `rspack serve` turns it on afterwards; the shell loads screens by their chunks, and a lazy one has none yet.
  Object.defineProperty(options, 'lazyCompilation', { get: () => false, set: () => {} })
}

/** rspack would build `src/index.js`; a remote has only modules that it exposes. @param {any} entry normalized */
function removeDefaultEntry(entry) {
  if (entry.main && Object.keys(entry.main).length === 0) delete entry.main
}

/**
 * A large library changes less often than the screen that needs it. An exposed module is not split: pages load one of
 * them first, with few requests.
 * @param {ReturnType<typeof exposesOf>} exposes
 */
function splitChunks(exposes) {
  const exposed = new Set(Object.values(exposes).map(({ name }) => name))
  /** @param {import('@rspack/core').Chunk} chunk */
  const isScreen = (chunk) => !chunk.canBeInitial() && !exposed.has(chunk.name ?? '')
  const library = { test: /[\\/]node_modules[\\/]/, chunks: isScreen, minSize: LARGE }
  return { cacheGroups: { default: false, defaultVendors: false, library } }
}

/** @param {import('@aangan/contracts/manifest').RemoteManifest} manifest */
function exposesOf({ offers }) {
  const modules = [PAGE_MODULE, ...Object.values(offers).map(({ module }) => module)]
  return Object.fromEntries(
    modules.map((module) => [module, { import: `./src/${basename(module)}.tsx`, name: basename(module) }]),
  )
}
