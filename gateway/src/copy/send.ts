import { createBrotliDecompress } from 'node:zlib'
import { isProvenByData, matchRoute, pageAddress, withoutSlash } from '@aangan/contracts/routes'
import { isKnown } from '@aangan/service-kit/entity-tag'
import { AppError } from '@aangan/service-kit/errors'
import { chosenEncoding } from '@aangan/service-kit/packing'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CSP } from '../forwarded-headers.ts'
import type { CopiedFile, Copy } from './load.ts'

/** Permanent, and the method stays. */
const MOVED = 308
const RETRY_AFTER_S = 30

/** The browser asks for the session and the first data itself. Nobody keeps such a page. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, { html, remotes, policy }: Copy): void {
  const address = pageAddress(request.url)
  const match = matchRoute(remotes, address.path)
  const moved = match ? null : withoutSlash(remotes, address)
  if (moved !== null) return void reply.redirect(moved, MOVED)
  if (match === null) return void reply.send(new AppError('NOT_FOUND', 'Not Found'))
  reply.headers({ 'cache-control': 'no-store', [CSP]: policy }).type('text/html; charset=utf-8')
  if (match.route.noindex) reply.header('x-robots-tag', 'noindex')
  // There may be no such page: a crawler comes back, and a visitor's browser asks.
  if (isProvenByData(match.route)) reply.code(503).header('retry-after', RETRY_AFTER_S)
  reply.send(html)
}

export function sendFile(request: FastifyRequest, reply: FastifyReply, { headers, body, isPacked }: CopiedFile): void {
  reply.headers({ ...headers, vary: 'accept-encoding' })
  if (headers.etag && isKnown(request, headers.etag.replace(/^W\//, ''))) return void reply.code(304).send()
  if (!isPacked) return void reply.send(body)
  if (chosenEncoding(request) === 'br') return void reply.header('content-encoding', 'br').send(body)
  reply.send(createBrotliDecompress().end(body))
}
