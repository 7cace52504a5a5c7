import type { IncomingHttpHeaders } from 'node:http'
import { LOCAL_ORIGIN, LOCAL_ORIGIN_HEADER } from '@aangan/contracts/override'
import { PAGE_SCRIPT, SCRIPT_HASH_HEADER, STYLE_HASHES_HEADER } from '@aangan/contracts/page-retry'
import { policyHashOf } from '@aangan/service-kit/integrity'
import type { App } from '@aangan/service-kit/server'
import helmet from '@fastify/helmet'
import fastify from 'fastify'
import type { GatewayConfig } from './config.ts'

const YEAR = 31_536_000
const PERMISSIONS = 'accelerometer=(), camera=(), geolocation=(self), gyroscope=(), microphone=(), payment=(), usb=()'

/** That of the inline script in the pages of registries that do not say. */
const SCRIPT_HASH = policyHashOf(PAGE_SCRIPT)
const HASH = /^sha256-[A-Za-z0-9+/]{43}=$/
const LOCAL = new RegExp(LOCAL_ORIGIN)

type Directives = Record<string, string[]>

type PolicyConfig = Pick<GatewayConfig, 'TILE_URL'>

/** API clients store listings whose images may be on any https host. */
function siteDirectives({ TILE_URL }: PolicyConfig, scriptHash: string, styleHashes: string[] = []): Directives {
  const tiles = TILE_URL === 'none' ? [] : [tileSource(TILE_URL)]
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'${scriptHash}'`],
    'style-src': ["'self'", ...styleHashes.map((hash) => `'${hash}'`)],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...tiles],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
}

/** For a page that takes a remote, and news of its changes, from an origin of the visitor's own machine. */
function withLocal(directives: Directives, origin: string): Directives {
  const changes = origin.replace(/^http/, 'ws')
  const own = Object.entries({
    'script-src': [origin],
    'style-src': [origin],
    'img-src': [origin],
    'font-src': ["'self'", origin],
    'connect-src': [origin, changes],
  }).map(([name, sources]) => [name, [...(directives[name] ?? []), ...sources]])
  return { ...directives, ...Object.fromEntries(own) }
}

function policyText(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';')
}

export type PolicyOf = (headers: IncomingHttpHeaders) => string

/**
 * The policy of an answer of whoever renders the pages, which names in its headers the hashes of their inline script and
 * styles, and the origin of the visitor's own machine from which a page takes a remote. Without such headers that of all
 * answers.
 */
export function createPolicy(config: PolicyConfig): PolicyOf {
  const usual = policyText(siteDirectives(config, SCRIPT_HASH))
  return ({ [SCRIPT_HASH_HEADER]: named, [STYLE_HASHES_HEADER]: styles, [LOCAL_ORIGIN_HEADER]: local }) => {
    const isLocal = typeof local === 'string' && LOCAL.test(local)
    const hash = typeof named === 'string' && HASH.test(named) ? named : SCRIPT_HASH
    const styleHashes = typeof styles === 'string' ? styles.split(' ').filter((one) => HASH.test(one)) : []
    if (!isLocal && hash === SCRIPT_HASH && styleHashes.length === 0) return usual
    const directives = siteDirectives(config, hash, styleHashes)
    return policyText(isLocal ? withLocal(directives, local) : directives)
  }
}

/** `https://{s}.tile.example/{z}/{x}/{y}.png` stands for several hosts, in CSP `https://*.tile.example`. */
function tileSource(template: string): string {
  const [origin = ''] = /^https?:\/\/[^/?#]+/.exec(template) ?? []
  return origin.replace(/\{[^}]*\}/, '*')
}

/** Helmet's headers are the same on every response, so they are computed once. */
async function fixedHeaders(config: GatewayConfig): Promise<Record<string, string>> {
  const probe = fastify()
  await probe.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: siteDirectives(config, SCRIPT_HASH) },
    // Set below, over https only: browsers ignore it over http, and on localhost it would lock developers out.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  })
  const set: Record<string, string> = {}
  probe.get('/', async (_request, reply) => {
    for (const [name, value] of Object.entries(reply.raw.getHeaders())) set[name] = String(value)
  })
  await probe.inject('/')
  await probe.close()
  return { ...set, 'permissions-policy': PERMISSIONS }
}

export async function addSecurityHeaders(app: App, config: GatewayConfig): Promise<void> {
  const fixed = await fixedHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed)
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${YEAR}`)
    // Pictures are public: clients on other sites embed them.
    if (request.url.startsWith('/media/')) reply.header('cross-origin-resource-policy', 'cross-origin')
    done()
  })
}
