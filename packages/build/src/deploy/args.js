import { parseArgs } from 'node:util'
import { Refusal } from './refusal.js'

export const USAGE = `aangan deploy [--canary PERCENT] [--set ID] [--dist FOLDER] [--no-build] [--key PRIVATE_KEY.pem] [--open /PATH] [--no-boot] [--why TEXT]
aangan status | history
aangan promote | rollback [VERSION] | canary PERCENT | pin | unpin | withdraw   [--why TEXT]
aangan override [--origin http://127.0.0.1:8080]
aangan new remote NAME | new offer SLOT

Each but new with --site URL and --token TOKEN, or AANGAN_SITE and AANGAN_TOKEN; --name REMOTE (by default the one of this
folder) and --json.`

const COMMANDS = [
  'deploy',
  'status',
  'history',
  'promote',
  'rollback',
  'canary',
  'pin',
  'unpin',
  'withdraw',
  'override',
]
const OPERANDS = ['rollback', 'canary']
/** Those with a text, and which commands they are for; undefined: for all. */
const TEXTS = {
  site: undefined,
  token: undefined,
  name: undefined,
  canary: ['deploy'],
  set: ['deploy'],
  dist: ['deploy'],
  key: ['deploy'],
  origin: ['override'],
  why: ['deploy', 'promote', 'rollback', 'canary', 'pin', 'unpin', 'withdraw'],
}
const FLAGS = { json: undefined, 'no-build': ['deploy'], 'no-boot': ['deploy'] }
/** Texts that may be given several times. */
const LISTS = { open: ['deploy'] }

const TEXT = { type: /** @type {const} */ ('string') }
const FLAG = { type: /** @type {const} */ ('boolean') }

/**
 * @typedef {object} Command
 * @property {string} action
 * @property {string} [operand] a version, or a percentage
 * @property {string} site origin, without a slash at its end
 * @property {string} token
 * @property {boolean} json
 * @property {boolean} build
 * @property {boolean} boot
 * @property {Partial<Record<'name' | 'canary' | 'set' | 'dist' | 'key' | 'origin' | 'why', string>> & { open?: string[] }} options
 */

/**
 * Throws a Refusal that says what is wrong and how it is used.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Command}
 */
export function readArguments(args, env) {
  const { values, positionals } = parse(args)
  const [action = '', operand, ...more] = positionals
  if (!COMMANDS.includes(action)) throw wrong(action ? `There is no command "${action}"` : 'Name a command')
  const extra = OPERANDS.includes(action) ? more[0] : operand
  if (extra !== undefined) throw wrong(`Leave out "${extra}"`)
  const foreign = Object.entries({ ...TEXTS, ...FLAGS, ...LISTS }).find(
    ([name, commands]) => name in values && commands && !commands.includes(action),
  )
  if (foreign) throw wrong(`--${foreign[0]} is not for ${action}`)
  const { site = env.AANGAN_SITE, token = env.AANGAN_TOKEN, json, ...rest } = values
  const { 'no-build': noBuild, 'no-boot': noBoot, ...options } = rest
  if (options.canary !== undefined) {
    checkPercent(options.canary)
    if (Number(options.canary) === 0) throw wrong('A canary for 0 % of the visitors would be deployed to nobody')
  }
  if (action === 'canary') checkPercent(operand ?? '')
  for (const path of options.open ?? []) checkPath(path)
  if (options.set !== undefined && options.canary === undefined) throw wrong('--set is for a --canary')
  return {
    action,
    ...(operand !== undefined && { operand }),
    site: originOf(site),
    token: checkedToken(token),
    json: json === true,
    build: noBuild !== true,
    boot: noBoot !== true,
    options,
  }
}

/** @param {string[]} args */
function parse(args) {
  const text = Object.fromEntries(Object.keys(TEXTS).map((name) => [name, TEXT]))
  const flags = Object.fromEntries(Object.keys(FLAGS).map((name) => [name, FLAG]))
  const lists = Object.fromEntries(Object.keys(LISTS).map((name) => [name, { ...TEXT, multiple: true }]))
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...text, ...flags, ...lists },
      allowPositionals: true,
    })
    return { values: /** @type {Record<string, any>} */ (values), positionals }
  } catch (error) {
    throw wrong(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
}

/** @param {string} percent */
function checkPercent(percent) {
  if (!/^\d{1,3}(\.\d+)?$/.test(percent) || Number(percent) > 100)
    throw wrong(`A canary needs a percentage of the visitors from 0 to 100, not "${percent}"`)
}

/** @param {string} path */
function checkPath(path) {
  if (!/^\/(?!\/)/.test(path)) throw wrong(`--open takes the path of a page of the site, such as /list, not "${path}"`)
}

/** @param {string | undefined} site @returns {string} */
function originOf(site) {
  if (!site) return refuseMissing('site', 'AANGAN_SITE', 'such as https://example.org')
  if (/^https?:\/\//.test(site) && URL.canParse(site)) return new URL(site).origin
  throw wrong(`"${site}" is no address of a site, such as https://example.org`)
}

/** Sent as a header: an error about one that cannot be sent would print it. @param {string | undefined} given @returns {string} */
function checkedToken(given) {
  const token = given?.trim()
  if (!token) return refuseMissing('token', 'AANGAN_TOKEN', 'the operators of the site make one for each remote')
  if (/^[\w-]+$/.test(token)) return token
  throw wrong('The token has characters that no token has: copy it again')
}

/** @param {string} name @param {string} variable @param {string} hint @returns {never} */
function refuseMissing(name, variable, hint) {
  throw wrong(`--${name} or ${variable} is missing: ${hint}`)
}

/** @param {string} what */
function wrong(what) {
  return new Refusal('USAGE', `${what}.\n\n${USAGE}`)
}
