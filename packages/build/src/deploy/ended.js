import { Refusal } from './refusal.js'
import { lineOf, STARTS } from './text.js'

const ENDS = [...STARTS, 'rollback', 'withdraw']

/**
 * @typedef {object} Sent
 * @property {string} name
 * @property {string} version
 * @property {string} since when the history last changed before it was sent
 */

/**
 * Throws a Refusal if a release is on no channel although the history says that it was deployed, and what ended it.
 * @param {Pick<import('./site.js').ReleaseStatus, 'channels' | 'history'>} status
 * @param {Sent} sent
 */
export function refuseEnded({ channels, history }, { name, version, since }) {
  if (version === channels.stable || version === channels.canary?.version) return
  const actions = history.filter(({ at }) => at > since)
  const deployed = actions.findIndex((each) => STARTS.includes(each.action) && each.version === version)
  const end = actions.slice(0, Math.max(deployed, 0)).find(({ action }) => ENDS.includes(action))
  if (end) throw new Refusal('NOT_LIVE', `${name} ${version} was deployed, but is not live any more:\n${lineOf(end)}`)
}
