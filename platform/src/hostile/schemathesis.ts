import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Found } from '@aangan/service-kit/testing/needs'

const run = promisify(execFile)

/** Pinned: a newer release generates other requests. */
const VERSION = '4.32.5'
const FOLDER = fileURLToPath(new URL(`../../../.cache/schemathesis-${VERSION}/`, import.meta.url))
const COMMAND = `${FOLDER}bin/schemathesis`

/** Path of the command, which is installed from PyPI into .cache on first use. */
export async function findSchemathesis(): Promise<Found<string>> {
  if (existsSync(COMMAND)) return { value: COMMAND }
  try {
    await run('python3', ['-m', 'venv', '--clear', FOLDER])
    await run(`${FOLDER}bin/pip`, ['install', '--quiet', `schemathesis==${VERSION}`])
    return { value: COMMAND }
  } catch (error) {
    return { missing: `Python 3.10 or newer with venv, and PyPI (${error instanceof Error ? error.message : error})` }
  }
}

/** Resolves with its report and whether all checks passed. */
export async function runSchemathesis(command: string, args: string[], cwd: string): Promise<[boolean, string]> {
  const options = { cwd, maxBuffer: 64 * 1024 * 1024 }
  return await run(command, args, options).then(
    ({ stdout }) => [true, stdout],
    ({ stdout, stderr, message }) => [false, `${stdout ?? ''}${stderr ?? message}`],
  )
}
