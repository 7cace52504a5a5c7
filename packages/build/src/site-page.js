import { importContract } from './import-contract.js'

const { toRemoteRelease } = await importContract('release-urls')
const { BOOT_ELEMENT } = await importContract('page')
const { matchRoute, pageAddress } = await importContract('routes')

const BOOT = new RegExp(`(<script [^>]*id="${BOOT_ELEMENT}"[^>]*>)(.*?)(?=</script>)`, 's')
/** Its body is decoded, and a new one has another length. */
const CHANGED = /^(content-(encoding|length)|transfer-encoding|connection|etag)$/i

/** Whether a header of the site's response still fits a page that has been changed. @param {string} header */
export function isKept(header) {
  return !CHANGED.test(header)
}

/**
 * A page of a running site, with another release of one remote. An address that only this release claims is a page, too.
 * @param {{ url: string, status: number, html: string }} page `url`: path and query
 * @param {import('@aangan/contracts/manifest').Release & { manifest: import('@aangan/contracts/manifest').RemoteManifest }} release
 * @returns {{ status: number, html: string }} as it is, if it is no page of the site
 */
export function withRelease({ url, status, html }, release) {
  const [element, start, json] = BOOT.exec(html) ?? []
  if (element === undefined || start === undefined || json === undefined) return { status, html }
  // A build that is tried says nothing about a canary.
  const { canaries: _unreported, ...boot } = JSON.parse(json)
  const remotes = { ...boot.remotes, [release.name]: toRemoteRelease(release) }
  const text = JSON.stringify({ ...boot, remotes }).replaceAll('<', '\\u003c')
  const { path } = pageAddress(url)
  const isNew = matchRoute(boot.remotes, path) === null && matchRoute(remotes, path) !== null
  return { status: isNew && status === 404 ? 200 : status, html: html.replace(element, () => start + text) }
}
