import { join } from 'node:path'
import { runQuietly, StepError } from '../command.js'
import { ensureInstalled } from '../launch.js'
import { ROOT } from '../root.js'
import { step } from '../step.js'
import { newEvent } from './event.js'
import { newFilter } from './filter.js'
import { newOffer } from './offer.js'
import { newRemote } from './remote.js'
import { newService } from './service.js'

const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
/** Without the rule that needs types: for it, Biome reads the whole project, which takes seconds. */
const BIOME_CONFIG = join(import.meta.dirname, 'biome.untyped.json')

/**
 * `make` writes the files and returns their paths and what is left to do. A workspace has a package.json, which npm
 * links.
 * @typedef {{ usage: string, make: (...args: string[]) => { written: string[], next: string[] }, isWorkspace: boolean }} Kind
 */

/** @type {Record<string, Kind>} */
const KINDS = {
  remote: { usage: 'remote NAME', make: newRemote, isWorkspace: true },
  offer: { usage: 'offer SLOT REMOTE', make: newOffer, isWorkspace: false },
  service: { usage: 'service NAME', make: newService, isWorkspace: true },
  event: { usage: 'event SUBJECT SERVICE', make: newEvent, isWorkspace: false },
  filter: { usage: 'filter NAME', make: newFilter, isWorkspace: false },
}

/**
 * Writes a new part of the project from its template, and links it.
 * @param {string} kind
 * @param {string[]} args
 * @param {{ lockOnly: boolean }} options `lockOnly` leaves node_modules as it is, for a checkout that shares another's
 * @returns {Promise<string[]>} what was written and what is left to do, in lines
 */
export async function create(kind, args, { lockOnly }) {
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (!known) throw new StepError(`${kind === '' ? 'Missing KIND' : `Unknown kind "${kind}"`}.\n${usage()}`)
  const wanted = known.make.length
  if (args.length !== wanted)
    throw new StepError(
      `${kind} takes ${wanted === 1 ? 'one argument' : `${wanted} arguments`}: npm run new -- ${known.usage}`,
    )
  await ensureInstalled()
  const { written, next } = known.make(...args)
  const sources = written.filter((path) => !path.endsWith('.md') && !path.endsWith('.yml'))
  await runQuietly(process.execPath, [BIOME, 'check', '--write', `--config-path=${BIOME_CONFIG}`, ...sources])
  if (known.isWorkspace) {
    const install = ['install', '--no-audit', '--no-fund', ...(lockOnly ? ['--package-lock-only'] : [])]
    await step('Linking it (npm install)', () => runQuietly('npm', install))
    written.push('package-lock.json')
    next.push('commit package-lock.json too: npm ci fails in a fresh clone without it')
  }
  return ['Written:', ...written.map((path) => `  ${path}`), 'Next:', ...next.map((line) => `  ${line}`)]
}

function usage() {
  const lines = Object.values(KINDS).map(({ usage }) => `  npm run new -- ${usage}`)
  return ['Usage:', ...lines, 'See "How to add …" in README.md.'].join('\n')
}
