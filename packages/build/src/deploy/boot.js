import { importContract } from '../import-contract.js'
import { openPage } from './boot-page.js'
import { openBrowser } from './browser.js'
import { findBrowser } from './find-browser.js'
import { Refusal } from './refusal.js'

/** Tabs: while some wait for a page to be quiet, others use the processor. */
const AT_ONCE = 6
/** Longer than the shell waits for a remote. */
const SHOWN_WITHIN_MS = 15_000

const { matchRoute, pageAddress } = await importContract('routes')

/** @typedef {import('@aangan/contracts/manifest').Release} Release */
/** @typedef {import('./site.js').Remotes} Remotes */
/** @typedef {Pick<import('./boot-page.js').PageOfBuild, 'path' | 'part' | 'isOwn'>} Wanted */

/**
 * Opens pages in a browser, on the running site with this build in place of the remote's release: its own, and those
 * named. Of a shell: a page of each remote, and those named.
 * @param {Release} release
 * @param {{ site: string, dist: string, env: NodeJS.ProcessEnv, open: string[], remotes: Remotes, shownWithinMs?: number }} how
 * `open`: paths of pages with an offer of it, or for a shell of any; `remotes`: those of the site, for a shell
 * @returns {Promise<string | undefined>} what was not opened, and why. Throws a Refusal if a part fails on one of the pages,
 * or is not there
 */
export async function bootBuild(release, { open, remotes, env: { AANGAN_TOKEN: _secret, ...env }, ...how }) {
  const pages = release.manifest ? pagesOfRemote(release, open) : pagesOfRemotes(remotes, open)
  const named = release.manifest ? [release.name] : Object.keys(remotes)
  const watched = [...new Set([release.name, ...named])]
  const left = named.filter((name) => pages.every(({ part }) => part !== name)).join(', ')
  const pageless = left && `${left} without a page for everybody; --open /PATH names one`
  const unopened = [pageless, unopenedOffers(release, open)].filter(Boolean).join('; ')
  if (pages.length === 0) return unopened || 'the site has no remote'
  const executable = findBrowser(env)
  if (executable === undefined) return 'there is no Chromium here; AANGAN_BROWSER names one'
  const browser = await openBrowser(executable, env)
  try {
    /** @type {(string | null)[]} */
    const found = []
    const waiting = pages.entries()
    const openNext = async () => {
      for (const [at, page] of waiting)
        found[at] = await openPage(browser, { shownWithinMs: SHOWN_WITHIN_MS, ...how, ...page, watched, release })
    }
    await Promise.all(Array.from({ length: AT_ONCE }, openNext))
    const problems = found.filter((problem) => problem !== null)
    if (problems.length > 0) throw refusal(release, browser.name, problems)
    return unopened || undefined
  } finally {
    await browser.close()
  }
}

/** @param {Release} release @param {string[]} open @returns {Wanted[]} */
function pagesOfRemote({ name, manifest }, open) {
  const own = publicPaths(manifest?.routes ?? []).map((path) => ({ path, part: name, isOwn: true }))
  return [...own, ...open.map((path) => ({ path, part: name, isOwn: false }))]
}

/** Which page of another remote shows an offer is not known here. @param {Release} release @param {string[]} open */
function unopenedOffers({ manifest }, open) {
  const offers = Object.keys(manifest?.offers ?? {})
  if (offers.length === 0 || open.length > 0) return ''
  return `offer ${offers.join(', ')} (--open /PATH opens a page that shows it)`
}

/** @param {Remotes} remotes @param {string[]} open @returns {Wanted[]} */
function pagesOfRemotes(remotes, open) {
  const first = Object.values(remotes).flatMap(({ routes }) => publicPaths(routes).slice(0, 1))
  return [...new Set([...first, ...open])].map((path) => {
    const part = matchRoute(remotes, pageAddress(path).path)?.remote
    if (part === undefined) throw new Refusal('USAGE', `--open ${path}: no remote of the site has this page`)
    return { path, part, isOwn: true }
  })
}

/** Those without parameters, which no test could fill in, or a sign-in. @param {import('@aangan/contracts/manifest').RemoteRoute[]} routes */
function publicPaths(routes) {
  return routes.filter(({ path, signedIn }) => !signedIn && !path.includes('{')).map(({ path }) => path)
}

/** @param {Release} release @param {string} browser @param {string[]} problems */
function refusal({ name, version, manifest }, browser, problems) {
  const tries = manifest ? '"npx rspack serve" shows it on the site; ' : ''
  const how = `Nothing was deployed. ${tries}--no-boot deploys it without this test.`
  return new Refusal('BOOT_FAILED', [`${name} ${version} fails in ${browser}.`, ...problems, how].join('\n'))
}
