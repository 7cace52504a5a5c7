import { AppError } from '@aangan/service-kit/errors'
import type { FastifyRequest } from 'fastify'

/** A host with an optional port: nothing that could begin a path or end an attribute. */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/**
 * SITE_URL, or the request's host: client input, so never cache a response made with it for others.
 * @throws BAD_REQUEST for an invalid host
 */
export function originOf(siteUrl: string | undefined, { headers }: Pick<FastifyRequest, 'headers'>): string {
  if (siteUrl) return new URL(siteUrl).origin
  const host = String(headers['x-forwarded-host'] ?? headers.host ?? 'localhost')
  const address = `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}`
  if (!HOST.test(host) || !URL.canParse(address)) {
    throw new AppError('BAD_REQUEST', 'The Host header is not a valid host: send the name of the site')
  }
  return new URL(address).origin
}
