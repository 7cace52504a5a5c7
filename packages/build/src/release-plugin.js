import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { rspack } from '@rspack/core'
import { CONTRACT, reactOf } from './contract.js'
import { importContract } from './import-contract.js'
import { integrityOf } from './integrity.js'
import { buildServerBundle, checkClassNames } from './server-bundle.js'

const { checkBudget } = await importContract('budget')

const TEXT = /\.(js|css|svg|json)$/

/** A draft's description until it is published: nothing reads a release while its files are being written. */
export const DRAFT = 'draft.json'

/** Smaller files fit into one packet uncompressed. */
const COMPRESSED_FROM = 512

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * @typedef {object} ReleaseOptions
 * @property {string} name
 * @property {string} version
 * @property {string} container
 * @property {string} entry the entry point that is loaded first
 * @property {RegExp} [preload] assets that the first paint of every page needs
 * @property {import('@aangan/contracts/manifest').RemoteManifest} [manifest]
 * @property {string} serverEntry the module that renders pages on a server; a draft's are rendered by the browser
 * @property {boolean} [draft] for development: no hashes, no compression, no budget
 */

/** Writes `release.json` (`Release` in contracts/remotes.ts) and compressed copies of every text file; for a draft, only `draft.json`. */
export class ReleasePlugin {
  /** @param {ReleaseOptions} options */
  constructor(options) {
    this.options = options
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap('ReleasePlugin', (compilation) => {
      // After every step that changes a file's content or name.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tapPromise({ name: 'ReleasePlugin', stage }, () => this.#describe(compilation))
    })
  }

  /** @param {import('@rspack/core').Compilation} compilation */
  async #describe(compilation) {
    if (compilation.errors.length > 0) return
    const { draft, manifest } = this.options
    const server = draft ? null : await this.#addServerBundle(compilation)
    const assets = compilation.getAssets()
    const sources = assets.map(({ name, source }) => ({ name, content: source.buffer() }))
    const files = await Promise.all(sources.map((file) => this.#prepare(compilation, file, file.name !== server)))
    const described = files
      .filter(({ name }) => !isUnlisted(name))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
    const release = {
      name: this.options.name,
      version: this.options.version,
      hashedNames: !draft && assets.every(({ name, info }) => info.immutable || isUnlisted(name)) ? true : undefined,
      contract: CONTRACT,
      react: reactOf(compilation.compiler.context, { isShell: !manifest }),
      entry: this.#findEntry(compilation),
      container: this.options.container,
      exposes: this.#listModules(compilation),
      preload: described.map(({ name }) => name).filter((name) => this.options.preload?.test(name)),
      server: server ?? undefined,
      files: Object.fromEntries(described.map(({ name, bytes, integrity }) => [name, { bytes, integrity }])),
      manifest,
    }
    if (manifest) {
      for (const line of checkBudget({ ...release, manifest }, draft))
        compilation.errors.push(new rspack.WebpackError(line))
    }
    emit(compilation, draft ? DRAFT : 'release.json', Buffer.from(`${JSON.stringify(release, null, 2)}\n`))
  }

  /** @param {import('@rspack/core').Compilation} compilation @param {{ name: string, content: Buffer }} file @param {boolean} isSent */
  async #prepare(compilation, { name, content }, isSent) {
    if (this.options.draft) return { name, bytes: content.length, integrity: '' }
    if (!isSent) return { name, bytes: content.length, integrity: integrityOf(content) }
    return compress(compilation, { name, content })
  }

  /** @param {import('@rspack/core').Compilation} compilation @returns {Promise<string>} its file */
  async #addServerBundle(compilation) {
    const { serverEntry, manifest } = this.options
    const code = await buildServerBundle(compilation.compiler, { entry: serverEntry, isShell: !manifest })
    checkClassNames(this.options.name, { code, compilation })
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 8)
    const name = `${this.options.name}.${hash}.server.js`
    compilation.emitAsset(name, new rspack.sources.RawSource(code), { immutable: true })
    return name
  }

  /** @param {import('@rspack/core').Compilation} compilation @returns {string} */
  #findEntry(compilation) {
    const files = compilation.entrypoints.get(this.options.entry)?.getFiles() ?? []
    const entry = splitFiles(files).js.at(-1)
    if (!entry)
      throw new Error(`${this.options.name}: the build has no script for the entry point ${this.options.entry}.`)
    return entry
  }

  /** The files of each exposed module and lazy screen by chunk name; the entry is `.`. @param {import('@rspack/core').Compilation} compilation */
  #listModules(compilation) {
    const groups = [...compilation.namedChunkGroups].filter(([name]) => name)
    return Object.fromEntries(
      groups.map(([name, group]) => [name === this.options.entry ? '.' : `./${name}`, splitFiles(group.getFiles())]),
    )
  }
}

/** No page loads it. @param {string} name */
function isUnlisted(name) {
  return /\.map$|\.hot-update\./.test(name)
}

/** Leaves out hot updates, which only running pages load. @param {readonly string[]} files */
function splitFiles(files) {
  const own = files.filter((file) => !file.includes('.hot-update.'))
  return { js: own.filter((file) => file.endsWith('.js')), css: own.filter((file) => file.endsWith('.css')) }
}

/**
 * @param {import('@rspack/core').Compilation} compilation
 * @param {{ name: string, content: Buffer }} file
 * @returns {Promise<{ name: string, bytes: number, integrity: string }>} `bytes` as sent (brotli)
 */
async function compress(compilation, { name, content }) {
  const integrity = integrityOf(content)
  if (!TEXT.test(name) || content.length < COMPRESSED_FROM) return { name, bytes: content.length, integrity }
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const [brotli, gzipped] = await Promise.all([toBrotli(content, { params }), toGzip(content, { level: 9 })])
  emit(compilation, `${name}.br`, brotli)
  emit(compilation, `${name}.gz`, gzipped)
  return { name, bytes: brotli.length, integrity }
}

/** @param {import('@rspack/core').Compilation} compilation @param {string} name @param {Buffer} content */
function emit(compilation, name, content) {
  compilation.emitAsset(name, new rspack.sources.RawSource(content))
}
