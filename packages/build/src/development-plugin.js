import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { LOCAL_VERSION } from './defaults.js'
import { DRAFT } from './release-plugin.js'

/** Number of compilations whose files are kept: a loading page may still request older ones. */
const KEPT_COMPILATIONS = 10
const REFRESH_HOOK = fileURLToPath(new URL('./development/refresh-hook.ts', import.meta.url))
const HOT_CLIENT = fileURLToPath(new URL('./development/hot-client.ts', import.meta.url))

/**
 * Adds hot reload to a part that is built for development, and publishes each compilation. It runs under the same
 * Content-Security-Policy: no eval, no inline style. Comes after the plugin of the part.
 */
export class DevelopmentPlugin {
  /** @param {string} name of the part @param {string} releases the releases folder that the registry reads */
  constructor(name, releases) {
    this.name = name
    this.folder = join(releases, name)
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const { output, module } = compiler.options
    output.path = join(this.folder, LOCAL_VERSION)
    output.clean = false
    output.devtoolModuleFilenameTemplate = '[absolute-resource-path]'
    module.rules = module.rules.map(withRefresh)
    for (const plugin of this.#plugins()) plugin.apply(compiler)
  }

  #plugins() {
    return [
      // Before React starts: it looks up the hook only once.
      new EveryBundlePlugin(REFRESH_HOOK),
      new ReactRefreshRspackPlugin({ library: this.name, exclude: [/node_modules/, dirname(REFRESH_HOOK)] }),
      new rspack.HotModuleReplacementPlugin(),
      new rspack.DefinePlugin({ __PART__: JSON.stringify(this.name) }),
      new EveryBundlePlugin(HOT_CLIENT),
      new DraftPlugin(this.folder),
    ]
  }
}

/** @param {any} rule */
function withRefresh(rule) {
  const options = rule?.options
  if (!options?.jsc) return rule
  const { transform } = options.jsc
  const react = { ...transform?.react, development: true, refresh: true }
  return { ...rule, options: { ...options, jsc: { ...options.jsc, transform: { ...transform, react } } } }
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
    const release = await readFile(join(this.folder, LOCAL_VERSION, DRAFT), 'utf8')
    await replaceFile(join(this.folder, LOCAL_VERSION, 'release.json'), release)
    await replaceFile(join(this.folder, 'channels.json'), `{"stable":"${LOCAL_VERSION}"}\n`)
  }

  /** @param {string[]} files of the newest compilation */
  async #removeOld(files) {
    this.#compiled.unshift(files)
    const old = this.#compiled.splice(KEPT_COMPILATIONS).flat()
    const kept = new Set(this.#compiled.flat())
    const unused = old.filter((file) => !kept.has(file))
    await Promise.all(unused.map((file) => rm(join(this.folder, LOCAL_VERSION, file), { force: true })))
  }
}

/** Atomic: readers never see a partial file. @param {string} path @param {string} text */
async function replaceFile(path, text) {
  await writeFile(`${path}.next`, text)
  await rename(`${path}.next`, path)
}
