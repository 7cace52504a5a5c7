import { AppError } from '@aangan/service-kit/errors'
import type { FastifyRequest } from 'fastify'

/** A host, and perhaps a port, as the gateway passes it on: nothing that could begin a path or end an attribute. */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/**
 * Where the site is, as others must write it: `https://example.org`. What SITE_URL says, or where this visitor asked.
 * The latter is the visitor's own word, so what is made of it may be kept by nobody else.
 * @throws BAD_REQUEST for a host that cannot be one.
 */
export function originOf(siteUrl: string | undefined, { headers }: Pick<FastifyRequest, 'headers'>): string {
  if (siteUrl) return new URL(siteUrl).origin
  const host = String(headers['x-forwarded-host'] ?? headers.host ?? 'localhost')
  const address = `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}`
  if (!HOST.test(host) || !URL.canParse(address)) {
    throw new AppError('BAD_REQUEST', 'The Host header names no host: send the name of the site')
  }
  return new URL(address).origin
}
