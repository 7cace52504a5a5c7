import { basename } from 'node:path'
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
    if (draft) serveSite(compiler, manifest.name, this.site)
    federate(compiler, {
      name: container,
      filename: 'entry.[contenthash:8].js',
      exposes: exposesOf(manifest),
      shared: share({ import: false }),
      experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
    })
    new IntegrityPlugin(container).apply(compiler)
    new ReleasePlugin({
      name: manifest.name,
      version: draft ? LOCAL_VERSION : version,
      container,
      entry: container,
      manifest,
      serverEntry: './src/remote.tsx',
      draft,
    }).apply(compiler)
  }
}

/** @param {import('@rspack/core').Compiler} compiler @param {string} name @param {string} site */
function serveSite(compiler, name, site) {
  const { options } = compiler
  if (options.devServer === false) return
  const publicPath = String(options.output.publicPath)
  options.devServer = { ...siteServer(site, { name, publicPath, compiler }), ...options.devServer }
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
