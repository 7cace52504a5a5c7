import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { rspack } from '@rspack/core'
import { checkBudget, checkChunks } from './budget.js'

const TEXT = /\.(js|css|svg|json)$/

/** What a draft is described in until it is published: a release is not read while its files are being written. */
export const DRAFT = 'draft.json'

/** Below this many bytes an answer is one packet either way. */
const COMPRESSED_FROM = 512

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * @typedef {object} ReleaseOptions
 * @property {string} name
 * @property {string} version
 * @property {string} container
 * @property {string} entry the entry point whose script is loaded first
 * @property {RegExp} [preload] which assets the first paint of every page needs
 * @property {import('@aangan/contracts/manifest').RemoteManifest} [manifest]
 * @property {boolean} [draft] for development: no hashes, nothing compressed, no budget
 */

/**
 * Writes `release.json` (contracts/remotes.ts, `Release`) and the compressed form of every text beside it; of a draft,
 * only what is to become its `release.json`.
 */
export class ReleasePlugin {
  /** @param {ReleaseOptions} options */
  constructor(options) {
    this.options = options
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap('ReleasePlugin', (compilation) => {
      // After everything that changes a file's content or its name.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tapPromise({ name: 'ReleasePlugin', stage }, () => this.#describe(compilation))
    })
  }

  /** @param {import('@rspack/core').Compilation} compilation */
  async #describe(compilation) {
    if (compilation.errors.length > 0) return
    const { draft, manifest } = this.options
    const sources = compilation.getAssets().map(({ name, source }) => ({ name, content: source.buffer() }))
    const files = await Promise.all(sources.map((file) => this.#prepare(compilation, file)))
    const described = files
      .filter(({ name }) => !/\.map$|\.hot-update\./.test(name))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
    const release = {
      name: this.options.name,
      version: this.options.version,
      entry: this.#findEntry(compilation),
      container: this.options.container,
      exposes: this.#listModules(compilation),
      preload: described.map(({ name }) => name).filter((name) => this.options.preload?.test(name)),
      files: Object.fromEntries(described.map(({ name, bytes, integrity }) => [name, { bytes, integrity }])),
      manifest,
    }
    if (manifest) {
      const check = draft ? checkChunks : checkBudget
      for (const line of check({ ...release, manifest })) compilation.errors.push(new rspack.WebpackError(line))
    }
    emit(compilation, draft ? DRAFT : 'release.json', Buffer.from(`${JSON.stringify(release, null, 2)}\n`))
  }

  /**
   * @param {import('@rspack/core').Compilation} compilation
   * @param {{ name: string, content: Buffer }} file
   */
  async #prepare(compilation, file) {
    if (this.options.draft) return { name: file.name, bytes: file.content.length, integrity: '' }
    return compress(compilation, file)
  }

  /** @param {import('@rspack/core').Compilation} compilation @returns {string} */
  #findEntry(compilation) {
    const files = compilation.entrypoints.get(this.options.entry)?.getFiles() ?? []
    const [entry] = splitFiles(files).js
    if (!entry) throw new Error(`${this.options.name}: the build made no entry script.`)
    return entry
  }

  /**
   * What to load for each exposed module and each lazily loaded screen: by chunk name, the entry itself as `.`.
   * @param {import('@rspack/core').Compilation} compilation
   */
  #listModules(compilation) {
    const groups = [...compilation.namedChunkGroups].filter(([name]) => name)
    return Object.fromEntries(
      groups.map(([name, group]) => [name === this.options.entry ? '.' : `./${name}`, splitFiles(group.getFiles())]),
    )
  }
}

/** @param {readonly string[]} files of a chunk; what a running page takes in is none of a new one's */
function splitFiles(files) {
  const own = files.filter((file) => !file.includes('.hot-update.'))
  return { js: own.filter((file) => file.endsWith('.js')), css: own.filter((file) => file.endsWith('.css')) }
}

/**
 * @param {import('@rspack/core').Compilation} compilation
 * @param {{ name: string, content: Buffer }} file
 * @returns {Promise<{ name: string, bytes: number, integrity: string }>} with the bytes as they are sent
 */
async function compress(compilation, { name, content }) {
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`
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
