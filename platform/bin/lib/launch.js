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
 * Runs a launcher: what it says of a failed step is enough, everything else is a bug of ours and shows its stack.
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

/** Makes sure that the packages are there. */
export async function ensureInstalled() {
  if (!isInstalled()) await alone(LAUNCH_LOCK, install)
}

/**
 * Makes sure that packages and builds are those of the sources. The compilers run in a process of their own: a site that
 * starts afterwards in this one does not carry their memory.
 */
export async function ensureBuilt() {
  await ensureInstalled()
  if (isUpToDate()) return
  const code = await runOpenly(process.execPath, [BUILD])
  if (code !== 0) throw new StepError('The build failed: nothing was started.')
}

/**
 * Runs a bundle of platform/dist in this process.
 * @param {string} name
 */
export async function runBundle(name) {
  await ensureBuilt()
  const bundle = new URL(`../../dist/${basename(name)}.js`, import.meta.url)
  if (!existsSync(bundle)) throw new StepError(`There is no part "${name}" to start.`)
  await import(bundle.href)
}
