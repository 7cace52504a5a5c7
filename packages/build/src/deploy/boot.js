import { openPage } from './boot-page.js'
import { openBrowser } from './browser.js'
import { findBrowser } from './find-browser.js'
import { Refusal } from './refusal.js'

/** Tabs: more would wait for each other's scripts. */
const AT_ONCE = 3
/** Longer than the shell waits for a remote. */
const SHOWN_WITHIN_MS = 15_000

/** @typedef {import('@aangan/contracts/manifest').Release & { manifest: import('@aangan/contracts/manifest').RemoteManifest }} RemoteBuild */

/**
 * Opens the pages of a build in a browser, on the running site with this build in place of the remote's release.
 * @param {RemoteBuild} release
 * @param {{ site: string, dist: string, env: NodeJS.ProcessEnv, open?: string[], shownWithinMs?: number }} how `open`: pages of
 * others that have an offer of it
 * @returns {Promise<string | undefined>} why no page was opened, if so. Throws a Refusal if the remote fails on one of them,
 * or is not there
 */
export async function bootBuild(release, { open = [], env: { AANGAN_TOKEN: _secret, ...env }, ...how }) {
  const pages = pagesOf(release, open)
  if (pages.length === 0) return 'it has no page for everybody; --open /PATH names one with its offer'
  const executable = findBrowser(env)
  if (executable === undefined) return 'there is no Chromium here; AANGAN_BROWSER names one'
  const browser = await openBrowser(executable, env)
  try {
    const problems = []
    for (let at = 0; at < pages.length; at += AT_ONCE) {
      const opened = pages
        .slice(at, at + AT_ONCE)
        .map((page) => openPage(browser, { shownWithinMs: SHOWN_WITHIN_MS, ...how, ...page, release }))
      problems.push(...(await Promise.all(opened)).filter((problem) => problem !== null))
    }
    if (problems.length > 0) throw refusal(release, browser.name, problems)
    return undefined
  } finally {
    await browser.close()
  }
}

/** Those of its own without parameters, which no test could fill in, or a sign-in. @param {RemoteBuild} release @param {string[]} open */
function pagesOf({ manifest }, open) {
  const own = manifest.routes.filter(({ path, signedIn }) => !signedIn && !path.includes('{'))
  return [...own.map(({ path }) => ({ path, isOwn: true })), ...open.map((path) => ({ path, isOwn: false }))]
}

/** @param {RemoteBuild} release @param {string} browser @param {string[]} problems */
function refusal({ name, version }, browser, problems) {
  const how = [`Nothing was deployed. "npx rspack serve" shows it on the site; --no-boot deploys it without this test.`]
  return new Refusal('BOOT_FAILED', [`${name} ${version} fails in ${browser}.`, ...problems, ...how].join('\n'))
}
