import { Refusal } from './refusal.js'

const CALL_MS = 30_000
/** The site gives an upload 15 minutes. */
const UPLOAD_MS = 900_000

/** @typedef {ReturnType<typeof openSite>} Site */
/** @typedef {import('@aangan/contracts/releases').ReleaseStatus} ReleaseStatus */
/** @typedef {import('@aangan/contracts/releases').ReleaseChannels} ReleaseChannels */
/** @typedef {import('@aangan/contracts/releases').ChannelChange} ChannelChange */
/** @typedef {import('@aangan/contracts/releases').Deployed} Deployed */
/** @typedef {import('@aangan/contracts/page').PageBoot['remotes']} Remotes */

/**
 * The calls of a site about one remote. They throw a Refusal with the site's own words.
 * @param {{ site: string, token: string, name: string }} options
 */
export function openSite({ site, token, name }) {
  const path = `/releases/${name}`

  /** @param {string} method @param {string} at @param {{ body?: any, type?: string, timeoutMs?: number }} [options] */
  async function call(method, at, { body, type, timeoutMs = CALL_MS } = {}) {
    const response = await reach(at, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...(type && { 'content-type': type }) },
      ...(body && { body, duplex: 'half' }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text().catch(refuseUnreachable)
    if (!response.ok) throw refusalOf(response, text)
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new Refusal('UNEXPECTED', `${site} answered without JSON: is its address right?`, { cause })
    }
  }

  /** @param {any} error @returns {never} */
  function refuseUnreachable(error) {
    const reason = error.cause?.code ?? error.cause?.message ?? error.message
    throw new Refusal('UNREACHABLE', `${site} cannot be reached (${reason}). Is it the right address?`, {
      cause: error,
    })
  }

  /** @param {string} at @param {object} options @returns {Promise<Response>} */
  async function reach(at, options) {
    const response = await fetch(site + at, { redirect: 'manual', ...options }).catch(refuseUnreachable)
    const to = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && to && new URL(to, site).origin !== site)
      throw new Refusal('USAGE', `${site} redirects to ${new URL(to, site).origin}: use that address`)
    return response
  }

  /** @param {string} path @returns {Promise<Partial<import('@aangan/contracts/page').PageBoot>>} */
  async function bootOn(path) {
    const signal = AbortSignal.timeout(CALL_MS)
    const response = await reach(path, { headers: { accept: 'text/html' }, signal })
    const page = await response.text().catch(refuseUnreachable)
    const [, boot] = /<script type="application\/json" id="boot"[^>]*>(.*?)<\/script>/s.exec(page) ?? []
    return JSON.parse(boot ?? '{}')
  }

  return {
    /** @returns {Promise<ReleaseStatus>} */
    status: () => call('GET', path),
    /** @param {ChannelChange} change @returns {Promise<ReleaseChannels>} */
    change: (change) => call('PUT', `${path}/channels`, { body: JSON.stringify(change), type: 'application/json' }),
    /**
     * Throws a Refusal if the release does not fit what is live; a site from before this call checks it with the upload.
     * @param {import('@aangan/contracts/manifest').Release} release
     * @returns {Promise<void>}
     */
    check: async (release) => {
      const sent = { body: JSON.stringify(release), type: 'application/json' }
      await call('POST', `${path}/check`, sent).catch((error) => {
        if (error.code !== 'METHOD_NOT_ALLOWED') throw error
      })
    },
    /** @param {string} origin @returns {Promise<import('@aangan/contracts/override').OverrideGrant>} */
    override: (origin) =>
      call('POST', `${path}/override`, { body: JSON.stringify({ origin }), type: 'application/json' }),
    /** @param {AsyncIterable<Uint8Array>} archive @param {URLSearchParams} query @returns {Promise<Deployed>} */
    deploy: (archive, query) =>
      call('POST', `${path}?${query}`, { body: archive, type: 'application/gzip', timeoutMs: UPLOAD_MS }),
    /** The remotes of the site's first page. @returns {Promise<Remotes>} */
    remotes: async () => (await bootOn('/')).remotes ?? {},
    /** The version that a page has; undefined if it has none. @param {string} url @returns {Promise<string | undefined>} */
    async versionOn(url) {
      const { shell, remotes } = await bootOn(new URL(url).pathname)
      return name === 'shell' ? shell?.version : remotes?.[name]?.version
    },
  }
}

/** @param {Response} response @param {string} text */
function refusalOf({ status, headers }, text) {
  const wait = headers.get('retry-after')
  const hint = status === 429 && wait ? ` Try again in ${wait} s.` : ''
  try {
    const { code, message } = JSON.parse(text)
    return new Refusal(String(code), `${message}${hint}`)
  } catch {
    // Of a proxy in front of the site.
    const code = status >= 500 ? 'UNREACHABLE' : 'UNEXPECTED'
    return new Refusal(code, `The site answered ${status} without a reason: is its address right?`)
  }
}
