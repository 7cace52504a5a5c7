import { createHash } from 'node:crypto'
import { RETRY_SCRIPT } from '@aangan/contracts/page-retry'
import type { App } from '@aangan/service-kit/server'
import helmet from '@fastify/helmet'
import fastify from 'fastify'
import type { GatewayConfig } from './config.ts'

const YEAR = 31_536_000
const PERMISSIONS = 'accelerometer=(), camera=(), geolocation=(self), gyroscope=(), microphone=(), payment=(), usb=()'

/** The page's one inline script. */
const RETRY_SOURCE = `'sha256-${createHash('sha256').update(RETRY_SCRIPT).digest('base64')}'`

type Directives = Record<string, string[]>

/** API clients store listings whose images may be on any https host. */
export function siteDirectives({ TILE_URL }: Pick<GatewayConfig, 'TILE_URL'>): Directives {
  const tiles = TILE_URL === 'none' ? [] : [tileSource(TILE_URL)]
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", RETRY_SOURCE],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...tiles],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
}

/** For a page that takes a remote, and news of its changes, from an origin of the visitor's own machine. */
export function withLocal(directives: Directives, origin: string): Directives {
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

export function policyText(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';')
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
    contentSecurityPolicy: { useDefaults: false, directives: siteDirectives(config) },
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
