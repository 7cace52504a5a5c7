import type { App } from '@aangan/service-kit/server'
import helmet from '@fastify/helmet'
import fastify from 'fastify'
import type { GatewayConfig } from './config.ts'

const YEAR = 31_536_000
const PERMISSIONS = 'accelerometer=(), camera=(), geolocation=(self), gyroscope=(), microphone=(), payment=(), usb=()'

type Directives = Record<string, string[]>

/**
 * The site's policy: our own scripts and styles and nothing else; pictures also from where the map's tiles are, and from
 * wherever clients keep those of their listings.
 */
export function siteDirectives({ TILE_URL }: Pick<GatewayConfig, 'TILE_URL'>): Directives {
  const tiles = TILE_URL === 'none' ? [] : [tileSource(TILE_URL)]
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...tiles],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
}

export function policyText(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';')
}

/** `https://{s}.tile.example/{z}/{x}/{y}.png` names many hosts: in a policy they are `https://*.tile.example`. */
function tileSource(template: string): string {
  const [origin = ''] = /^https?:\/\/[^/?#]+/.exec(template) ?? []
  return origin.replace(/\{[^}]*\}/, '*')
}

/** The headers that helmet sets: the same on every answer, so it is asked once. */
async function fixedHeaders(config: GatewayConfig): Promise<Record<string, string>> {
  const asked = fastify()
  await asked.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: siteDirectives(config) },
    // Only over https: on a plain connection browsers ignore it, and on localhost it would lock developers out.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  })
  const set: Record<string, string> = {}
  asked.get('/', async (_request, reply) => {
    for (const [name, value] of Object.entries(reply.raw.getHeaders())) set[name] = String(value)
  })
  await asked.inject('/')
  await asked.close()
  return { ...set, 'permissions-policy': PERMISSIONS }
}

/** Puts the security headers on every answer, proxied ones and errors too. */
export async function addSecurityHeaders(app: App, config: GatewayConfig): Promise<void> {
  const fixed = await fixedHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed)
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${YEAR}`)
    // Listings' pictures are public, and other sites' clients show them too.
    if (request.url.startsWith('/media/')) reply.header('cross-origin-resource-policy', 'cross-origin')
    done()
  })
}
