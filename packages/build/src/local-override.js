import { json } from 'node:stream/consumers'
import { importContract } from './import-contract.js'

const { localUrl } = await importContract('override')

/** A code and an origin. */
const MOST_BYTES = 1_000

/**
 * Lets pages of one site, which `aangan override` names, take this remote from here. Comes after the check of the Host
 * header, so no name of another site leads here.
 * @param {any} server of `rspack serve`
 * @param {{ name: string, publicPath: string, draft: () => Promise<any> }} options `draft`: the release, once it is compiled
 */
export function localOverride(server, { name, publicPath, draft }) {
  /** @type {{ site: string, origin: string, code: string } | null} */
  let named = null
  const address = localUrl({ origin: '', name })

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response @param {(error?: unknown) => void} next */
  return function local(request, response, next) {
    const { url = '', method, headers } = request
    if (!url.startsWith(publicPath)) return next()
    if (named !== null && isOf(named, headers)) {
      response.setHeader('access-control-allow-origin', named.site)
      response.setHeader('vary', 'origin')
      // For the check of cross-site requests, which comes next: pictures are asked for without CORS.
      delete headers['sec-fetch-site']
    }
    if (url !== address) return next()
    const answer = method === 'POST' ? open(request) : tell(headers)
    answer.then((body) => send(response, body), next)
  }

  /** From a command on this machine, never from a page: browsers send an Origin with each POST. @param {import('node:http').IncomingMessage} request */
  async function open(request) {
    const { origin, 'content-length': length } = request.headers
    if (origin !== undefined || !(Number(length) <= MOST_BYTES)) return { status: 403 }
    const { site, code, origin: own } = /** @type {any} */ (await json(request))
    named = { site: new URL(site).origin, origin: new URL(own).origin, code: String(code) }
    allowHost(server.options, new URL(site).hostname)
    return {}
  }

  /** @param {import('node:http').IncomingHttpHeaders} headers */
  async function tell(headers) {
    if (named === null || headers.origin !== named.site) return {}
    const { code } = named
    return await draft().then(
      (release) => ({ code, release }),
      (error) => ({ code, problem: String(error.message) }),
    )
  }
}

/** For its web socket, which checks both Host and Origin. @param {any} options @param {string} host */
function allowHost(options, host) {
  const { allowedHosts } = options
  if (allowedHosts === 'all') return
  options.allowedHosts = [...(Array.isArray(allowedHosts) ? allowedHosts : []), host]
}

/**
 * Pictures are asked for without an Origin: by a page, or by a style from here.
 * @param {{ site: string, origin: string }} named
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
function isOf({ site, origin: own }, { origin, referer }) {
  if (origin !== undefined) return origin === site
  return referer !== undefined && URL.canParse(referer) && [site, own].includes(new URL(referer).origin)
}

/** @param {import('node:http').ServerResponse} response @param {any} body */
function send(response, { status = 200, ...body }) {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
