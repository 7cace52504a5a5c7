import { spawn } from 'node:child_process'
import { ROOT } from './root.js'

/** A step of a launcher that failed; its message is all that there is to say. */
export class StepError extends Error {}

/**
 * Runs a program in the project's folder, its output kept back unless it fails.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<string>} what it wrote. Throws a StepError with the end of that when it failed.
 */
export async function runQuietly(program, args) {
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const code = await exitOf(child)
  if (code !== 0)
    throw new StepError(`${output.trim().split('\n').slice(-30).join('\n')}\n${program} ended with ${code}.`)
  return output
}

/**
 * Runs a program in the foreground.
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
    child.once('error', (error) => reject(new StepError(`${child.spawnfile} cannot be run: ${error.message}`)))
    child.once('close', (code) => resolve(code ?? 1))
  })
}
