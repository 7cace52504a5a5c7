import { join } from 'node:path'
import { runQuietly, StepError } from '../command.js'
import { ensureInstalled } from '../launch.js'
import { ROOT } from '../root.js'
import { step } from '../step.js'
import { newRemote } from './remote.js'
import { newService } from './service.js'

const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')

/**
 * What there are templates for: each writes its files and returns their paths and what is left to do.
 * @type {Record<string, (name: string) => { written: string[], next: string[] }>}
 */
const KINDS = { remote: newRemote, service: newService }

/**
 * Writes a new part of the project from its template, and links it.
 * @param {string} kind
 * @param {string} name
 * @param {{ lockOnly: boolean }} options `lockOnly` leaves node_modules as it is, for a checkout that shares another's
 * @returns {Promise<string[]>} what was written and what is left to do, in lines
 */
export async function create(kind, name, { lockOnly }) {
  const make = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (!make) throw new StepError(`Usage: npm run new -- ${Object.keys(KINDS).join('|')} NAME; got "${kind}".`)
  if (!/^[a-z][a-z0-9]{1,30}$/.test(name))
    throw new StepError(`The name of a ${kind} is one word of a to z and digits, such as guides; got "${name}".`)
  await ensureInstalled()
  const { written, next } = make(name)
  const sources = written.filter((path) => !path.endsWith('.md') && !path.endsWith('.yml'))
  await runQuietly(process.execPath, [BIOME, 'check', '--write', ...sources])
  const install = ['install', '--no-audit', '--no-fund', ...(lockOnly ? ['--package-lock-only'] : [])]
  await step('Linking it (npm install)', () => runQuietly('npm', install))
  return ['Written:', ...written.map((path) => `  ${path}`), 'Next:', ...next.map((line) => `  ${line}`)]
}
