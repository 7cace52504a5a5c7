import { importContract } from '../import-contract.js'
import { Refusal } from './refusal.js'

const { localUrl } = await importContract('override')

/** Where `rspack serve` runs unless it is told otherwise. */
const SERVED_AT = 'http://127.0.0.1:8080'
const CALL_MS = 10_000

/**
 * Has the site grant that a browser on this machine takes the remote from `origin`, and tells the server there.
 * @param {import('./site.js').Site} site
 * @param {{ address: string, name: string, origin?: string | undefined }} options `address`: the site's origin
 * @returns {Promise<Omit<import('@aangan/contracts/override').OverrideGrant, 'code'>>}
 */
export async function override(site, { address, name, origin = SERVED_AT }) {
  await ask({ name, origin })
  const { code, ...grant } = await site.override(origin)
  // Where people open the site, if that is another address than the one for deploys.
  const opened = new URL(grant.url, address).origin
  await ask({ name, origin }, { method: 'POST', body: JSON.stringify({ site: opened, origin, code }) })
  return grant
}

/** @param {{ name: string, origin: string }} server @param {RequestInit} [options] */
async function ask({ name, origin }, options = {}) {
  const url = localUrl({ origin, name })
  if (!URL.canParse(url)) throw new Refusal('USAGE', `"${origin}" is no origin, such as ${SERVED_AT}`)
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(CALL_MS) }).catch(() => null)
  if (response?.ok && response.headers.get('content-type') === 'application/json') return
  throw new Refusal(
    'UNREACHABLE',
    `No rspack serve of ${name} answers at ${origin}: run npx rspack serve in its folder, and pass the address that it prints as --origin`,
  )
}
