import { parseArgs } from 'node:util'
import { Refusal } from './refusal.js'

export const USAGE = `aangan deploy [--canary PERCENT] [--set ID] [--dist FOLDER] [--no-build] [--key PRIVATE_KEY.pem]
aangan status | history
aangan promote | rollback [VERSION] | canary PERCENT | pin | unpin   [--why TEXT]
aangan override [--origin http://127.0.0.1:8080]
aangan new remote NAME | new offer SLOT

Each but new with --site URL and --token TOKEN, or AANGAN_SITE and AANGAN_TOKEN; --name REMOTE (by default the one of this
folder) and --json.`

const COMMANDS = ['deploy', 'status', 'history', 'promote', 'rollback', 'canary', 'pin', 'unpin', 'override']
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
  why: ['promote', 'rollback', 'canary', 'pin', 'unpin'],
}
const FLAGS = { json: undefined, 'no-build': ['deploy'] }

/**
 * @typedef {object} Command
 * @property {string} action
 * @property {string} [operand] a version, or a percentage
 * @property {string} site origin, without a slash at its end
 * @property {string} token
 * @property {boolean} json
 * @property {boolean} build
 * @property {Partial<Record<'name' | 'canary' | 'set' | 'dist' | 'key' | 'origin' | 'why', string>>} options
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
  const foreign = Object.entries({ ...TEXTS, ...FLAGS }).find(
    ([name, commands]) => name in values && commands && !commands.includes(action),
  )
  if (foreign) throw wrong(`--${foreign[0]} is not for ${action}`)
  const { site = env.AANGAN_SITE, token = env.AANGAN_TOKEN, json, 'no-build': noBuild, ...options } = values
  for (const percent of [options.canary, action === 'canary' ? (operand ?? '') : undefined]) checkPercent(percent)
  if (options.set !== undefined && options.canary === undefined) throw wrong('--set is for a --canary')
  return {
    action,
    ...(operand !== undefined && { operand }),
    site: originOf(site),
    token: checkedToken(token),
    json: json === true,
    build: noBuild !== true,
    options,
  }
}

/** @param {string[]} args */
function parse(args) {
  const text = Object.fromEntries(Object.keys(TEXTS).map((name) => [name, { type: /** @type {const} */ ('string') }]))
  const flags = Object.fromEntries(Object.keys(FLAGS).map((name) => [name, { type: /** @type {const} */ ('boolean') }]))
  try {
    const { values, positionals } = parseArgs({ args, options: { ...text, ...flags }, allowPositionals: true })
    return { values: /** @type {Record<string, any>} */ (values), positionals }
  } catch (error) {
    throw wrong(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
}

/** @param {string | undefined} percent */
function checkPercent(percent) {
  if (percent === undefined) return
  if (!/^\d{1,3}(\.\d+)?$/.test(percent) || Number(percent) > 100)
    throw wrong(`A canary needs a percentage of the visitors from 0 to 100, not "${percent}"`)
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
