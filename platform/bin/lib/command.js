import { spawn } from 'node:child_process'
import { ROOT } from './root.js'

/** A failed step of a launcher: its message is printed without a stack. */
export class StepError extends Error {}

/**
 * Runs a program, by default in the repository root, and hides its output unless it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string }} [options]
 * @returns {Promise<string>} its stdout. Throws a StepError with the first and last lines of all output if it fails.
 */
export async function runQuietly(program, args, { cwd = ROOT } = {}) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { all: '', stdout: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.all += text
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.all += text
  })
  const code = await exitOf(child)
  if (code === 0) return output.stdout
  throw new StepError(`${shorten(output.all.trim())}\n${program} exited with code ${code}.`)
}

/**
 * Keeps both ends: npm puts the reason first (its usage follows), compilers put a summary last. @param {string} text
 */
function shorten(text) {
  const lines = text.split('\n')
  if (lines.length <= 50) return text
  return [...lines.slice(0, 20), `… ${lines.length - 45} lines …`, ...lines.slice(-25)].join('\n')
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} its exit code
 */
export function runOpenly(program, args, env = process.env) {
  return exitOf(spawn(program, args, { cwd: ROOT, stdio: 'inherit', env }))
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function exitOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new StepError(`Cannot run ${child.spawnfile}: ${error.message}`)))
    child.once('close', (code) => resolve(code ?? 1))
  })
}
