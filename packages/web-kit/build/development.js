import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { DRAFT, ReleasePlugin } from './release-plugin.js'

/** The only release version in development. */
const VERSION = 'dev'
/** Number of compilations whose files are kept: a loading page may still request older ones. */
const KEPT_COMPILATIONS = 10
const REFRESH_HOOK = fileURLToPath(new URL('../src/development/refresh-hook.ts', import.meta.url))
const HOT_CLIENT = fileURLToPath(new URL('../src/development/hot-client.ts', import.meta.url))

/**
 * Turns a part's build into a development build: readable, hot-reloaded, and published after each compilation. It runs
 * under the same Content-Security-Policy: no eval, no inline style.
 * @param {import('@rspack/core').Configuration} config
 * @param {string} releases the releases folder that the registry reads
 * @returns {import('@rspack/core').Configuration}
 */
export function development(config, releases) {
  const name = String(config.name)
  const folder = join(releases, name)
  return {
    ...config,
    mode: 'development',
    devtool: 'cheap-module-source-map',
    output: {
      ...config.output,
      path: join(folder, VERSION),
      clean: false,
      publicPath: `/r/${name}/${VERSION}/`,
      // Hot reload replaces a stylesheet under the name the page knows.
      cssFilename: '[name].css',
      cssChunkFilename: '[name].css',
      devtoolModuleFilenameTemplate: '[absolute-resource-path]',
    },
    module: { ...config.module, rules: config.module?.rules?.map(withRefresh) },
    plugins: [
      ...(config.plugins ?? []).map((plugin) => (plugin instanceof ReleasePlugin ? draftOf(plugin) : plugin)),
      // Before React starts: it looks up the hook only once.
      new EveryBundlePlugin(REFRESH_HOOK),
      new ReactRefreshRspackPlugin({ library: name, exclude: [/node_modules/, dirname(REFRESH_HOOK)] }),
      new rspack.HotModuleReplacementPlugin(),
      new rspack.DefinePlugin({ __PART__: JSON.stringify(name) }),
      new EveryBundlePlugin(HOT_CLIENT),
      new DraftPlugin(folder),
    ],
    optimization: {
      ...config.optimization,
      moduleIds: 'named',
      minimize: false,
      realContentHash: false,
      // A failed compilation is not published: the last good one stays up.
      emitOnErrors: false,
    },
  }
}

/** @param {ReleasePlugin} plugin */
function draftOf({ options }) {
  return new ReleasePlugin({ ...options, version: VERSION, draft: true })
}

/** @param {any} rule */
function withRefresh(rule) {
  const { options } = rule
  if (!options?.jsc) return rule
  const react = { ...options.jsc.transform.react, development: true, refresh: true }
  return { ...rule, options: { ...options, jsc: { ...options.jsc, transform: { react } } } }
}

/** Runs a module at the start of every bundle, including each remote's container. */
class EveryBundlePlugin {
  /** @param {string} module */
  constructor(module) {
    this.module = module
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    new rspack.EntryPlugin(compiler.context, this.module, {}).apply(compiler)
  }
}

/** Publishes each compilation as the stable release, once all its files are written. */
class DraftPlugin {
  /** @type {string[][]} files by compilation, newest first */
  #compiled = []

  /** @param {string} folder of the part's releases */
  constructor(folder) {
    this.folder = folder
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.afterEmit.tapPromise('DraftPlugin', async (compilation) => {
      await this.#publish()
      await this.#removeOld(compilation.getAssets().map(({ name }) => name))
    })
  }

  async #publish() {
    const release = await readFile(join(this.folder, VERSION, DRAFT), 'utf8')
    await replaceFile(join(this.folder, VERSION, 'release.json'), release)
    await replaceFile(join(this.folder, 'channels.json'), `{"stable":"${VERSION}"}\n`)
  }

  /** @param {string[]} files of the newest compilation */
  async #removeOld(files) {
    this.#compiled.unshift(files)
    const old = this.#compiled.splice(KEPT_COMPILATIONS).flat()
    const kept = new Set(this.#compiled.flat())
    const unused = old.filter((file) => !kept.has(file))
    await Promise.all(unused.map((file) => rm(join(this.folder, VERSION, file), { force: true })))
  }
}

/** Atomic: readers never see a partial file. @param {string} path @param {string} text */
async function replaceFile(path, text) {
  await writeFile(`${path}.next`, text)
  await rename(`${path}.next`, path)
}
