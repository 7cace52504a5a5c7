import { setTimeout as pause } from 'node:timers/promises'
import { importContract } from '../import-contract.js'
import { packBuild } from './build.js'
import { Refusal } from './refusal.js'

const POLL_MS = 500
const FOUND_WITHIN_MS = 30_000
/** An answer may be lost on its way, or come too late for a proxy, although the release has gone live. */
const LOST = ['UNREACHABLE', 'UPSTREAM_TIMED_OUT', 'UPSTREAM_FAILED']

/**
 * Sends a build. If the answer is lost, it asks the site what has become of it.
 * @param {import('./site.js').Site} site
 * @param {{ release: any, dist: string, address: string, query: URLSearchParams, tell: (line: string) => void }} what
 * @returns {Promise<import('./site.js').Deployed>}
 */
export async function upload(site, { release, dist, address, query, tell }) {
  try {
    return await site.deploy(await packBuild(dist), query)
  } catch (error) {
    if (!(error instanceof Refusal) || !LOST.includes(error.code)) throw error
    tell(`${error.message} Looking whether it is deployed all the same …`)
    const channel = query.get('channel') === 'canary' ? 'canary' : 'stable'
    if (!(await isDeployed(site, channel, release.version))) throw error
    const { pageOfRoutes } = await importContract('routes')
    const { name, version, manifest } = release
    return { name, version, channel, url: new URL(pageOfRoutes(manifest?.routes), address).href, changed: true }
  }
}

/** @param {import('./site.js').Site} site @param {'canary' | 'stable'} channel @param {string} version */
async function isDeployed(site, channel, version) {
  const until = performance.now() + FOUND_WITHIN_MS
  while (performance.now() < until) {
    const { stable, canary } = await channelsOf(site)
    // A canary may be promoted meanwhile.
    if (version === stable || (channel === 'canary' && version === canary?.version)) return true
    await pause(POLL_MS)
  }
  return false
}

/** Empty while the site cannot be reached. @param {import('./site.js').Site} site @returns {Promise<Partial<import('./site.js').ReleaseChannels>>} */
async function channelsOf(site) {
  try {
    return (await site.status()).channels
  } catch (error) {
    if (error instanceof Refusal && LOST.includes(error.code)) return {}
    throw error
  }
}
