import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkBuild, runBuild, signBuild } from './build.js'
import { refuseEnded } from './ended.js'
import { Refusal } from './refusal.js'
import { lineOf, rolledBack } from './text.js'
import { upload } from './upload.js'

const POLL_MS = 200
const LIVE_WITHIN_MS = 30_000
/** In characters, of the history. */
const MOST_WHY = 500
const NOT_ASKED = '--no-boot'

/**
 * Builds, checks, uploads and waits until visitors get the release.
 * @param {import('./args.js').Command} command
 * @param {{ site: import('./site.js').Site, name: string, dir: string, env: NodeJS.ProcessEnv, tell: (line: string) => void }} parts
 * @returns {Promise<import('./site.js').Deployed & { visit?: number | undefined, seconds: { build: number, deploy: number } }>}
 */
export async function deploy({ site: address, build, boot, options }, { site, name, dir, env, tell }) {
  // A token that is wrong should not cost a build.
  const { history } = await site.status()
  const since = history[0]?.at ?? ''
  const began = performance.now()
  if (build) tell(`Building ${name} …`)
  if (build) await runBuild(dir, env)
  const built = performance.now()
  const dist = join(dir, options.dist ?? 'dist')
  const release = await checkBuild(dist, name)
  const { version } = release
  const undone = rolledBack(history, version)
  if (undone && options.why === undefined) throw stillFailing(release, undone)
  // Before the browser, in which a route of another remote would only be one that is not mounted.
  await site.check(release)
  const how = { site: address, dist, env, open: options.open ?? [] }
  const unopened = boot ? await openPages(release, how, { site, tell }) : NOT_ASKED
  if (options.key !== undefined) await signBuild(dist, options.key)
  tell(`Uploading ${name} ${version} …`)
  const deployed = await upload(site, {
    release,
    dist,
    address,
    query: queryOf(options, { unopened, undone }),
    since,
    tell,
  })
  const { channel, canary } = await waitUntilLive(site, { ...deployed, since })
  const visit = channel === 'canary' && canary ? { visit: canary.visit } : {}
  return {
    ...deployed,
    channel,
    ...visit,
    seconds: { build: secondsOf(built - began), deploy: secondsOf(performance.now() - built) },
  }
}

/**
 * @param {import('@aangan/contracts/manifest').Release} release
 * @param {{ site: string, dist: string, env: NodeJS.ProcessEnv, open: string[] }} how
 * @param {{ site: import('./site.js').Site, tell: (line: string) => void }} parts
 * @returns {Promise<string | undefined>} what was not opened, and why
 */
async function openPages(release, how, { site, tell }) {
  tell(`Opening ${release.name} ${release.version} in a browser …`)
  const { bootBuild } = await import('./boot.js')
  const remotes = release.manifest ? {} : await site.remotes()
  const unopened = await bootBuild(release, { ...how, remotes })
  if (unopened) tell(`Not opened: ${unopened}.`)
  return unopened
}

/** @param {import('@aangan/contracts/manifest').Release} release @param {Action} undone */
function stillFailing({ name, version }, undone) {
  const what = `The site itself has rolled back ${name} ${version}, and nothing in it has changed:`
  const how = 'Nothing was deployed. Mend it, which makes a new version, or say with --why what was wrong instead.'
  return new Refusal('ROLLED_BACK', [what, lineOf(undone), how].join('\n'))
}

/** @typedef {import('./site.js').ReleaseStatus['history'][number]} Action */

/**
 * @param {import('./args.js').Command['options']} options
 * @param {{ unopened: string | undefined, undone: Action | undefined }} found
 */
function queryOf({ canary, set, why }, { unopened, undone }) {
  const again = undone && `rolled back by the site itself at ${undone.at}`
  const reasons = [why, again, unopened && `not opened in a browser: ${unopened}`].filter(Boolean).join('; ')
  return new URLSearchParams({
    ...(canary !== undefined && { channel: 'canary', share: canary, ...(set !== undefined && { set }) }),
    ...(reasons && { why: reasons.slice(0, MOST_WHY) }),
  })
}

/**
 * @param {import('./site.js').Site} site
 * @param {import('./site.js').Deployed & import('./ended.js').Sent} deployed
 * @returns {Promise<Pick<import('./site.js').Deployed, 'channel'> & Pick<import('./site.js').ReleaseChannels, 'canary'>>} `channel`: stable for a canary that was promoted meanwhile
 */
async function waitUntilLive(site, { name, version, channel: asked, url, since }) {
  const until = performance.now() + LIVE_WITHIN_MS
  for (;;) {
    const [{ channels, history }, seen] = await Promise.all([site.status(), site.versionOn(url)])
    const { stable, canary } = channels
    const channel = stable === version ? 'stable' : asked
    // Who gets a canary is not known here: this may be one who does.
    const isBesideCanary = stable === version && canary !== null && seen === canary.version
    if (channel === 'canary' ? canary?.version === version : seen === version || isBesideCanary)
      return { channel, canary }
    refuseEnded({ channels, history }, { name, version, since })
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
