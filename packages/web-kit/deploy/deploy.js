import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkBuild, packBuild, runBuild, signBuild } from './build.js'
import { Refusal } from './refusal.js'

const POLL_MS = 200
const LIVE_WITHIN_MS = 30_000

/**
 * Builds, checks, uploads and waits until visitors get the release.
 * @param {import('./args.js').Command} command
 * @param {{ site: import('./site.js').Site, name: string, dir: string, env: NodeJS.ProcessEnv, tell: (line: string) => void }} parts
 * @returns {Promise<import('./site.js').Deployed & { seconds: { build: number, deploy: number } }>}
 */
export async function deploy({ build, options }, { site, name, dir, env, tell }) {
  // A token that is wrong should not cost a build.
  await site.status()
  const began = performance.now()
  if (build) tell(`Building ${name} …`)
  if (build) await runBuild(dir, env)
  const built = performance.now()
  const dist = join(dir, options.dist ?? 'dist')
  const version = await checkBuild(dist, name)
  if (options.key !== undefined) await signBuild(dist, options.key)
  tell(`Uploading ${name} ${version} …`)
  const deployed = await site.deploy(await packBuild(dist), queryOf(options))
  await waitUntilLive(site, deployed)
  return { ...deployed, seconds: { build: secondsOf(built - began), deploy: secondsOf(performance.now() - built) } }
}

/** @param {import('./args.js').Command['options']} options */
function queryOf({ canary, set }) {
  if (canary === undefined) return new URLSearchParams()
  return new URLSearchParams({ channel: 'canary', share: canary, ...(set !== undefined && { set }) })
}

/** @param {import('./site.js').Site} site @param {import('./site.js').Deployed} deployed */
async function waitUntilLive(site, { name, version, channel, url }) {
  // Which visitors get a canary is not known here, so it is not looked for on a page.
  const live =
    channel === 'stable' ? () => site.versionOn(url) : async () => (await site.status()).channels.canary?.version
  const until = performance.now() + LIVE_WITHIN_MS
  for (;;) {
    const seen = await live()
    if (seen === version) return
    if (performance.now() > until) {
      const found = seen === undefined ? `has no ${name}` : `still has ${name} ${seen}`
      throw new Refusal('NOT_LIVE', `${name} ${version} is deployed, but ${url} ${found}. See aangan status.`)
    }
    await pause(POLL_MS)
  }
}

/** @param {number} ms */
function secondsOf(ms) {
  return Math.round(ms / 100) / 10
}
