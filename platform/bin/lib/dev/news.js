import { describeProblem } from '../../../../packages/build/src/development-server/problem.js'

/** @typedef {import('./bundle-services.js').Problem} Problem */

/** Printed by every start, but only the first one is news. */
const GREETING = /^Sign in as /

const ENDED = 'The services exited. They restart when one of their source files changes.'

/**
 * Prints each message once.
 * @param {(text: string) => void} write
 */
export function createNews(write) {
  /** @type {Map<string, Problem>} */
  let problems = new Map()
  /** @type {Map<string, string>} */
  const warnings = new Map()
  /** @type {Set<string>} */
  const lines = new Set()
  const say = (/** @type {string} */ line) => write(`${line}\n`)

  return {
    say,
    /** Prints a line of the services, once per start. @param {string} line */
    line(line) {
      if (!lines.has(line)) say(line)
      lines.add(line)
    },
    /** @param {Problem[]} now all current problems */
    problems(now) {
      const known = problems
      problems = new Map(now.map((problem) => [keyOf(problem), problem]))
      for (const [key, problem] of problems) {
        if (!known.has(key)) say(isEnded(problem) ? ENDED : describeProblem(problem))
      }
      for (const [key, { part, kind }] of known) {
        // For other parts, the next successful compilation is reported instead.
        if (!problems.has(key) && (kind === 'manifest' || part === 'services')) say(`${part}: fixed`)
      }
    },
    /** @param {import('../../../../packages/build/src/development-server/parts.js').Batch} batch */
    batch({ changed, compilations }) {
      for (const { name, warnings: found } of compilations) {
        const text = found.join('\n')
        if (text && warnings.get(name) !== text) say(`${name} warns:\n${text}`)
        warnings.set(name, text)
      }
      const good = compilations.filter(({ problems }) => problems.length === 0).map(({ name }) => name)
      const ms = Math.max(...compilations.map((compilation) => compilation.ms))
      if (good.length > 0) say(`${cause(changed)}${good.sort().join(', ')} compiled in ${seconds(ms / 1000)}`)
    },
    /** @param {{ changed: string[], seconds: number }} event */
    ready({ changed, seconds: took }) {
      for (const line of lines) if (!GREETING.test(line)) lines.delete(line)
      say(`${cause(changed)}Ready again in ${seconds(took)}`)
    },
  }
}

/** Without the source excerpt, which changes with unrelated edits. @param {Problem} problem */
function keyOf({ part, kind, message, file }) {
  return JSON.stringify([part, kind, message, file])
}

/** The services have already printed the reason. @param {Problem} problem */
function isEnded({ part, kind }) {
  return part === 'services' && kind === 'run'
}

/** @param {string[]} changed */
function cause(changed) {
  const [first, ...more] = changed
  if (first === undefined) return ''
  return `${first}${more.length > 0 ? ` and ${more.length} more` : ''} changed: `
}

/** @param {number} value */
function seconds(value) {
  return `${value.toFixed(value < 1 ? 2 : 1)} s`
}
