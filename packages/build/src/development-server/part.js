import { relative } from 'node:path'
import { promisify } from 'node:util'
import { rspack } from '@rspack/core'
import { compileProblem } from './problem.js'

/** Enough for editors that write a file in two steps. */
const AGGREGATE_MS = 30

/**
 * @typedef {object} Compilation
 * @property {string} name of the part
 * @property {string} hash
 * @property {number} ms duration
 * @property {import('./problem.js').Problem[]} problems nothing is published unless empty
 * @property {string[]} warnings
 */

/**
 * Recompiles one part whenever its sources change.
 * @param {object} options
 * @param {string} options.dir
 * @param {import('@rspack/core').Configuration} options.config
 * @param {string} options.root the project root
 * @param {(name: string, changed: string[]) => void} options.onStart
 * @param {(compilation: Compilation) => void} options.onEnd
 * @returns {{ compiled: Promise<void>, stop: () => Promise<void> }} `compiled` resolves after the first compilation, even if it failed
 */
export function watchPart({ dir, config, root, onStart, onEnd }) {
  const compiler = rspack(config)
  const name = String(config.name)
  compiler.hooks.watchRun.tap('DevelopmentServer', ({ modifiedFiles, removedFiles }) => {
    const changed = [...(modifiedFiles ?? []), ...(removedFiles ?? [])]
    onStart(
      name,
      changed.map((file) => relative(root, file)),
    )
  })
  /** @type {Promise<void>} */
  const compiled = new Promise((resolve) => compiler.hooks.done.tap('DevelopmentServer', () => resolve()))
  compiler.watch({ aggregateTimeout: AGGREGATE_MS }, (error, stats) => {
    if (error) return onEnd({ name, hash: '', ms: 0, warnings: [], problems: [broken(name, error)] })
    const { errors = [], warnings = [], hash = '', time = 0 } = stats?.toJson(WANTED) ?? {}
    const problems = errors.map((each) => compileProblem(name, each, { dir, root }))
    onEnd({ name, hash, ms: time, problems, warnings: warnings.map(({ message }) => message.trim()) })
  })
  return { compiled, stop: () => promisify(compiler.close.bind(compiler))() }
}

const WANTED = { all: false, errors: true, warnings: true, hash: true, timings: true }

/** @param {string} part @param {Error} error @returns {import('./problem.js').Problem} */
function broken(part, error) {
  return { part, kind: 'compile', message: error.message }
}
