import { Refusal } from './refusal.js'
import { lineOf } from './text.js'

/** What puts a release on a channel, and another one off it. */
const STARTS = ['deploy', 'canary']
const ENDS = [...STARTS, 'rollback', 'withdraw']

/**
 * @typedef {object} Sent
 * @property {string} name
 * @property {string} version
 * @property {string} since when the history last changed before it was sent
 */

/**
 * Throws a Refusal if the history says that a release was deployed, and what ended it. For one that is on no channel.
 * @param {Pick<import('./site.js').ReleaseStatus, 'history'>} status
 * @param {Sent} sent
 */
export function refuseEnded({ history }, { name, version, since }) {
  const actions = history.filter(({ at }) => at > since)
  const deployed = actions.findIndex((each) => STARTS.includes(each.action) && each.version === version)
  const end = actions.slice(0, Math.max(deployed, 0)).find(({ action }) => ENDS.includes(action))
  if (end) throw new Refusal('NOT_LIVE', `${name} ${version} was deployed, but is not live any more:\n${lineOf(end)}`)
}
