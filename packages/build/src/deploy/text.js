import { importContract } from '../import-contract.js'

const { BY_REGISTRY } = await importContract('release-constants')

/** What puts a release on a channel, and another one off it. */
export const STARTS = ['deploy', 'canary']

/** What a command has done, for people. @param {string} action @param {any} result @returns {string} */
export function textOf(action, result) {
  if (action === 'deploy') return deployed(result)
  if (action === 'history') return result.history.map(lineOf).join('\n') || `${result.name} has no history.`
  if (action === 'override') return overridden(result)
  return channels(result)
}

/** @param {Omit<import('@aangan/contracts/override').OverrideGrant, 'code'>} grant */
function overridden({ name, origin, url, until }) {
  const how = `Open this in a browser on this machine, before ${new Date(until).toLocaleTimeString()}, and press "Use it in this browser":`
  return `${how}\n${url}\nFor an hour that browser then takes ${name} from ${origin}.`
}

/** @param {Awaited<ReturnType<typeof import('./deploy.js').deploy>>} deployed */
function deployed({ name, version, channel, url, changed, visit, seconds }) {
  const where = channel === 'canary' ? 'a canary' : 'live'
  const took = seconds.build > 0 ? `, after ${seconds.build} s of build` : ''
  const done = `${name} ${version} is ${where}${changed ? '' : ' already'} (${seconds.deploy} s${took}): ${url}`
  return [done, ...howToSee(visit)].join('\n')
}

/** @param {Pick<import('./site.js').ReleaseStatus, 'name' | 'channels'> & Partial<import('./site.js').ReleaseStatus>} status */
function channels({ name, channels: { stable, canary, pinned }, outcomes, history }) {
  const lines = [`${name}: stable ${stable ?? '– nothing is released'}${pinned ? ', pinned' : ''}`]
  if (canary) lines.push(`${name}: canary ${canary.version} for ${canary.share} % of visitors, set ${canary.set}`)
  if (canary && outcomes) lines.push(`${name}: ${failures(outcomes)}`)
  if (stable && !canary && history) lines.push(`${name}: failures are reported only while there is a canary`)
  const last = history?.find(({ by, action }) => by === BY_REGISTRY || STARTS.includes(action))
  if (last?.by === BY_REGISTRY) lines.push(`${name}: rolled back by the site itself: ${lineOf(last)}`)
  return [...lines, ...howToSee(canary?.visit)].join('\n')
}

/**
 * The rollback by the site itself after which nobody has deployed this version again.
 * @param {import('./site.js').ReleaseStatus['history']} history
 * @param {string} version
 */
export function rolledBack(history, version) {
  const last = history.find((each) => each.version === version && [...STARTS, 'rollback'].includes(each.action))
  return last?.by === BY_REGISTRY ? last : undefined
}

/** @param {number | undefined} visit */
function howToSee(visit) {
  if (visit === undefined) return []
  return [
    `To see it, set the site's cookie "visit" to ${visit} in your browser's developer tools, and reload the page.`,
  ]
}

/** @param {NonNullable<import('./site.js').ReleaseStatus['outcomes']>} outcomes */
function failures({ canary, stable }) {
  const counts = `the canary failed for ${canary.failed} of ${canary.visits} addresses, stable for ${stable.failed} of ${stable.visits}`
  return `${counts} (each counts once; an office is mostly one)`
}

/** @param {import('./site.js').ReleaseStatus['history'][number]} action */
export function lineOf({ at, by, action, version, channel, share, why }) {
  const to = share === undefined ? channel : `${channel} for ${share} % of visitors`
  const what = [action, version, channel === undefined ? '' : `(${to})`].filter(Boolean).join(' ')
  return oneLine(`${at}  ${what}  ${by}${why === undefined ? '' : `: ${why}`}`)
}

/** For anybody's text: it must neither look like lines of its own nor command a terminal. @param {string} text */
export function oneLine(text) {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}
