import { readFile } from 'node:fs/promises'
import { extname, join, posix } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isKept, withRelease } from '../site-page.js'
import { oneLine } from './text.js'

/** Once it is shown, its data may still make it fail; for a slow call it does not wait. */
const QUIET_MS = 300
const QUIET_WITHIN_MS = 2_000
const POLL_MS = 50
const MOST_ERRORS = 5
/** @type {Record<string, string>} */
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json' }

/**
 * @typedef {object} PageOfBuild
 * @property {string} path
 * @property {string} part the remote that has to be there
 * @property {string[]} watched those whose failures count: the remote that is tried, or, if it is the shell, every part
 * @property {boolean} isOwn whether the page is that remote's own, or one of others with an offer of it
 * @property {import('@aangan/contracts/manifest').Release} release
 * @property {string} site its origin
 * @property {string} dist
 * @property {number} shownWithinMs
 */

/**
 * Opens a page with the build, in a new tab, as a visitor.
 * @param {import('./browser.js').Browser} browser
 * @param {PageOfBuild} page
 * @returns {Promise<string | null>} what is wrong, with the errors of the console; null if the part is there
 */
export async function openPage(browser, page) {
  const tab = await browser.openTab(page.shownWithinMs)
  const seen = watch(tab, page)
  try {
    await serveBuild(tab, page, seen)
    await tab.send('Page.enable')
    await Promise.all(['Runtime', 'Log', 'Network'].map((domain) => tab.send(`${domain}.enable`)))
    const { errorText } = await tab.send('Page.navigate', { url: page.site + page.path })
    const problem = errorText ?? (await findProblem(tab, page, seen))
    await tab.close()
    return problem && [`${page.path}: ${problem}`, ...othersOf(seen, problem)].map(oneLine).join('\n  ')
  } catch (error) {
    return `${page.path}: ${error instanceof Error ? error.message : error}`
  }
}

/** @typedef {ReturnType<typeof watch>} Seen */

/** What the page has said so far. @param {import('./devtools.js').Tab} tab @param {PageOfBuild} page */
function watch(tab, { watched, release }) {
  // As the shell reports it (shell/src/report.ts). With a shell that is tried, a part may have any version.
  const isFailure = (/** @type {string} */ text) => {
    const [, part = '', version] = /^(\S+) (\S+) failed:/.exec(text) ?? []
    return watched.includes(part) && (part !== release.name || version === release.version)
  }
  /** @type {{ errors: string[], failure: string | null, requests: Set<string>, activeAt: number }} */
  const seen = { errors: [], failure: null, requests: new Set(), activeAt: 0 }
  tab.on('Runtime.consoleAPICalled', ({ type, args }) => {
    if (type !== 'error') return
    const text = args.map(textOf).join(' ')
    if (isFailure(text)) seen.failure ??= text
    else seen.errors.push(text)
  })
  tab.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception } }) => {
    seen.errors.push(exception ? textOf(exception) : text)
  })
  tab.on('Log.entryAdded', ({ entry: { level, text, url } }) => {
    if (level === 'error') seen.errors.push(url ? `${text} ${url}` : text)
  })
  tab.on('Network.requestWillBeSent', ({ requestId }) => void seen.requests.add(requestId))
  for (const end of ['Finished', 'Failed']) {
    tab.on(`Network.loading${end}`, ({ requestId }) => {
      seen.requests.delete(requestId)
      seen.activeAt = performance.now()
    })
  }
  return seen
}

/** Without the lines of an error's stack, which lead through minified files. @param {{ value?: unknown, description?: string, type: string }} value */
function textOf({ value, description, type }) {
  const text = value === undefined ? (description ?? type) : String(value)
  return text.replaceAll(/\n\s+at .*/g, '')
}

/** The errors that say something else: React logs what the shell reports, too. @param {Seen} seen @param {string} problem */
function othersOf({ errors }, problem) {
  return [...new Set(errors)].filter((error) => !problem.includes(error)).slice(0, MOST_ERRORS)
}

/** The site's own pages, policy and data, but with this build. @param {import('./devtools.js').Tab} tab @param {PageOfBuild} page @param {Seen} seen */
async function serveBuild(tab, { release, site, dist }, seen) {
  tab.on('Fetch.requestPaused', (paused) => {
    const isPage = paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined
    const sent = isPage ? sendPage(tab, paused, release) : sendFile(tab, paused, { release, dist })
    sent.catch((error) => {
      if (!isGivenUp(error)) seen.failure ??= error.message
    })
  })
  const patterns = [
    { urlPattern: `${site}/*`, resourceType: 'Document', requestStage: 'Response' },
    { urlPattern: `${site}/r/${release.name}/*`, requestStage: 'Request' },
  ]
  await tab.send('Fetch.enable', { patterns })
}

/** Whether the page no longer waits for the answer: it has gone on, or cancelled the request. @param {Error} error */
function isGivenUp({ message }) {
  return message === 'Invalid InterceptionId.'
}

/** @param {import('./devtools.js').Tab} tab @param {any} paused @param {PageOfBuild['release']} release */
async function sendPage(tab, { requestId, request, responseStatusCode: status, responseHeaders = [] }, release) {
  if (status === undefined || (status >= 300 && status < 400))
    return await tab.send('Fetch.continueRequest', { requestId })
  const { body, base64Encoded } = await tab.send('Fetch.getResponseBody', { requestId })
  const { pathname, search } = new URL(request.url)
  const html = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString('utf8')
  const page = withRelease({ url: pathname + search, status, html }, release)
  return await tab.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: page.status,
    responseHeaders: responseHeaders.filter((/** @type {{ name: string }} */ { name }) => isKept(name)),
    body: Buffer.from(page.html).toString('base64'),
  })
}

/** @param {import('./devtools.js').Tab} tab @param {any} paused @param {Pick<PageOfBuild, 'release' | 'dist'>} build */
async function sendFile(tab, { requestId, request }, { release, dist }) {
  const file = posix.basename(new URL(request.url).pathname)
  // An earlier release's, which open pages may still ask for.
  if (!Object.hasOwn(release.files, file)) return await tab.send('Fetch.continueRequest', { requestId })
  const type = TYPES[extname(file)]
  const body = await readFile(join(dist, file), 'base64')
  const responseHeaders = [
    { name: 'cache-control', value: 'no-store' },
    ...(type ? [{ name: 'content-type', value: type }] : []),
  ]
  return await tab.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body })
}

/** @param {import('./devtools.js').Tab} tab @param {PageOfBuild} page @param {Seen} seen @returns {Promise<string | null>} */
async function findProblem(tab, { part, path, isOwn, shownWithinMs }, seen) {
  const lateAt = performance.now() + shownWithinMs
  let shownAt = Number.POSITIVE_INFINITY
  for (;;) {
    if (seen.failure !== null) return seen.failure
    const page = await look(tab, part)
    const now = performance.now()
    const isShown = page.isMounted && (page.isVisible || !isOwn)
    if (isShown) shownAt = Math.min(shownAt, now)
    else if (now > lateAt) return missing(part, page, { path, shownWithinMs })
    const isQuiet = seen.requests.size === 0 && now - Math.max(shownAt, seen.activeAt) > QUIET_MS
    if (isShown && (isQuiet || now - shownAt > QUIET_WITHIN_MS)) return null
    await pause(POLL_MS)
  }
}

/** @param {string} name @param {InPage} page @param {Pick<PageOfBuild, 'path' | 'shownWithinMs'>} wanted */
function missing(name, { isMounted, at }, { path, shownWithinMs }) {
  const within = `within ${shownWithinMs / 1_000} s`
  if (isMounted) return `${name} is mounted, but shows nothing ${within}`
  return `${name} is not mounted ${within}${at === path ? '' : `, and the page went on to ${at}`}`
}

/** @typedef {{ isMounted: boolean, isVisible: boolean, at: string }} InPage */

/** The shell marks what it has mounted. */
const LOOK = `(name) => {
  const parts = [...document.querySelectorAll('[data-part="' + name + '"]')]
  const isVisible = (part) => {
    const range = document.createRange()
    range.selectNodeContents(part)
    return [...range.getClientRects()].some(({ width, height }) => width > 0 && height > 0)
  }
  return { isMounted: parts.length > 0, isVisible: parts.some(isVisible), at: location.pathname }
}`

/** @param {import('./devtools.js').Tab} tab @param {string} name @returns {Promise<InPage>} */
async function look(tab, name) {
  const expression = `(${LOOK})(${JSON.stringify(name)})`
  const { result } = await tab.send('Runtime.evaluate', { expression, returnByValue: true })
  return result.value ?? { isMounted: false, isVisible: false, at: '' }
}
