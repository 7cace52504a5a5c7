import { setTimeout as pause } from 'node:timers/promises'
import { importContract } from '../import-contract.js'
import { packBuild } from './build.js'
import { refuseEnded } from './ended.js'
import { Refusal } from './refusal.js'

const POLL_MS = 500
const FOUND_WITHIN_MS = 30_000
/** An answer may be lost on its way, or come too late for a proxy, although the release has gone live. */
const LOST = ['UNREACHABLE', 'UPSTREAM_TIMED_OUT', 'UPSTREAM_FAILED']

/**
 * Sends a build. If the answer is lost, it asks the site what has become of it.
 * @param {import('./site.js').Site} site
 * @param {{ release: any, dist: string, address: string, query: URLSearchParams, since: string, tell: (line: string) => void }} what
 * `since`: when the history last changed
 * @returns {Promise<import('./site.js').Deployed>}
 */
export async function upload(site, { release, dist, address, query, since, tell }) {
  try {
    return await site.deploy(await packBuild(dist), query)
  } catch (error) {
    if (!(error instanceof Refusal) || !LOST.includes(error.code)) throw error
    tell(`${error.message} Looking whether it is deployed all the same …`)
    const { name, version, manifest } = release
    const channel = query.get('channel') === 'canary' ? 'canary' : 'stable'
    if (!(await isDeployed(site, { name, version, channel, since }))) throw error
    const { pageOfRoutes } = await importContract('routes')
    return { name, version, channel, url: new URL(pageOfRoutes(manifest?.routes), address).href, changed: true }
  }
}

/**
 * Throws a Refusal if it has been, and is not any more.
 * @param {import('./site.js').Site} site
 * @param {import('./ended.js').Sent & { channel: 'canary' | 'stable' }} sent
 */
async function isDeployed(site, { channel, ...sent }) {
  const until = performance.now() + FOUND_WITHIN_MS
  while (performance.now() < until) {
    const status = await statusOf(site)
    const { stable, canary } = status?.channels ?? {}
    // A canary may be promoted meanwhile.
    if (sent.version === stable || (channel === 'canary' && sent.version === canary?.version)) return true
    if (status) refuseEnded(status, sent)
    await pause(POLL_MS)
  }
  return false
}

/** Null while the site cannot be reached. @param {import('./site.js').Site} site */
async function statusOf(site) {
  try {
    return await site.status()
  } catch (error) {
    if (error instanceof Refusal && LOST.includes(error.code)) return null
    throw error
  }
}
