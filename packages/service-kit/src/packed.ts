import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends a body that is kept compressed by gzip. The few clients that do not accept that get it as it was. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: Buffer): FastifyReply {
  reply.header('vary', 'accept-encoding')
  if (acceptsGzip(request)) return reply.header('content-encoding', 'gzip').send(packed)
  // Compressing it again in another way, for each of them, would cost too much.
  const caching = reply.getHeader('cache-control')
  reply.header('cache-control', [caching, 'no-transform'].filter(Boolean).join(', '))
  return reply.send(createGunzip().end(packed))
}

function acceptsGzip({ headers }: FastifyRequest): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',')
  return accepted.some((one) => /^\s*(gzip|\*)\s*(;\s*q=(1|0\.0*[1-9]).*)?$/i.test(one))
}
