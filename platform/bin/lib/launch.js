import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isUpToDate } from './build.js'
import { runOpenly, StepError } from './command.js'
import { install, isInstalled } from './install.js'
import { alone } from './lock.js'
import { checkNodeVersion } from './node-version.js'
import { LAUNCH_LOCK } from './root.js'

const BUILD = fileURLToPath(new URL('../build.js', import.meta.url))

/**
 * Runs a launcher. A StepError prints its message alone; any other error is a bug and keeps its stack.
 * @param {() => Promise<void>} work
 */
export async function launch(work) {
  checkNodeVersion()
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/**
 * Throws for arguments that would be ignored.
 * @param {string} command
 * @param {string[]} args
 */
export function refuseArguments(command, args) {
  if (args.length === 0) return
  const hint = 'Settings are environment variables, as in PORT=3001 npm start: see docs/configuration.md.'
  throw new StepError(`${command} does not know "${args.join(' ')}". ${hint}`)
}

export async function ensureInstalled() {
  if (!isInstalled()) await alone(LAUNCH_LOCK, install)
}

/**
 * Installs and builds if needed. The compilers run in a child process, so that a site started afterwards in this
 * process does not keep their memory.
 */
export async function ensureBuilt() {
  await ensureInstalled()
  if (isUpToDate()) return
  const code = await runOpenly(process.execPath, [BUILD])
  if (code !== 0) throw new StepError('The build failed, so nothing was started.')
}

/**
 * Runs a bundle of platform/dist in this process.
 * @param {string} name
 */
export async function runBundle(name) {
  await ensureBuilt()
  const bundle = new URL(`../../dist/${basename(name)}.js`, import.meta.url)
  if (!existsSync(bundle)) throw new StepError(`Unknown part "${name}": platform/dist has no ${name}.js.`)
  await import(bundle.href)
}
