import { importContract } from './import-contract.js'

const { integrityOf, toRemoteRelease } = await importContract('release-urls')
const { BOOT_ELEMENT, ROOT_ELEMENT, SERVED } = await importContract('page')
const { matchRoute, pageAddress } = await importContract('routes')
const { escapeJson } = await importContract('html')
const { shellTags } = await importContract('shell-tags')

const BOOT = new RegExp(`(<script [^>]*id="${BOOT_ELEMENT}"[^>]*>)(.*?)(?=</script>)`, 's')
/** The element comes last before the data. */
const RENDERED = new RegExp(`<div id="${ROOT_ELEMENT}" ${SERVED}>.*(?=\n<script [^>]*id="${BOOT_ELEMENT}")`, 's')
const SHELL_TAG = /<(link|script) [^>]*(href|src)="\/r\/shell\/[^>]*>(<\/script>)?\n?/g
/** Its body is decoded, and a new one has another length. */
const CHANGED = /^(content-(encoding|length)|transfer-encoding|connection|etag)$/i

/** Whether a header of the site's response still fits a page that has been changed. @param {string} header */
export function isKept(header) {
  return !CHANGED.test(header)
}

/**
 * A page of a running site, with another release of one remote, or of the shell. An address that only this release claims
 * is a page, too.
 * @param {{ url: string, status: number, html: string }} page `url`: path and query
 * @param {import('@aangan/contracts/manifest').Release} release
 * @returns {{ status: number, html: string }} as it is, if it is no page of the site
 */
export function withRelease({ url, status, html }, release) {
  const [element, start, json] = BOOT.exec(html) ?? []
  if (element === undefined || start === undefined || json === undefined) return { status, html }
  // A build that is tried says nothing about a canary.
  const { canaries: _unreported, ...boot } = JSON.parse(json)
  const next = { ...boot, ...partOf(boot, release) }
  const { path } = pageAddress(url)
  const isNew = matchRoute(boot.remotes, path) === null && matchRoute(next.remotes, path) !== null
  // What the live releases have rendered is not this one's.
  const page = html
    .replace(RENDERED, `<div id="${ROOT_ELEMENT}"></div>`)
    .replace(element, () => start + escapeJson(next))
  return { status: isNew && status === 404 ? 200 : status, html: release.manifest ? page : withShell(page, release) }
}

/** @param {import('@aangan/contracts/page').PageBoot} boot @param {import('@aangan/contracts/manifest').Release} release */
function partOf({ shell, remotes }, release) {
  const { name, version, manifest } = release
  if (manifest) return { remotes: { ...remotes, [name]: toRemoteRelease({ ...release, manifest }) } }
  return { shell: { ...shell, version, integrity: integrityOf(release) } }
}

/** @param {string} html @param {import('@aangan/contracts/manifest').Release} shell */
function withShell(html, shell) {
  const tags = shellTags(shell).join('\n')
  return html.replaceAll(SHELL_TAG, '').replace('</head>', () => `${tags}\n</head>`)
}
