import { Readable } from 'node:stream'
import { createBrotliCompress, createGzip } from 'node:zlib'
import { BROTLI, chosenEncoding, type Encoding, GZIP, packAll } from '@aangan/service-kit/packing'
import type { App } from '@aangan/service-kit/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary } from './vary.ts'

const SMALLEST = 1_024
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|javascript|xml|manifest\+json)|image\/svg\+xml)/

/**
 * Release files come precompressed, at a higher level, and pass through. The headers are those of GET also with HEAD and,
 * as far as caches need them, with 304.
 */
export function compressAnswers(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(request, reply, payload)) return done(null, payload)
    addVary(reply, 'accept-encoding')
    const encoding = chosenEncoding(request)
    if (!encoding) return done(null, payload)
    weakenTag(reply)
    if (reply.statusCode === 304) return done(null, payload)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    if (request.method === 'HEAD') done(null, asStream(payload))
    else if (payload instanceof Readable) done(null, packStream(payload, encoding))
    else packAll(payload, encoding).then((packed) => done(null, packed), done)
  })
}

type Payload = Readable | Buffer | string

function isCompressible(request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is Payload {
  if (!(payload instanceof Readable || Buffer.isBuffer(payload) || typeof payload === 'string')) return false
  if (reply.statusCode === 206 || reply.hasHeader('content-encoding')) return false
  if (/no-transform/.test(String(reply.getHeader('cache-control')))) return false
  if (!COMPRESSIBLE.test(String(reply.getHeader('content-type')))) return false
  return reply.statusCode === 304 || lengthOf(request, reply, payload) >= SMALLEST
}

/** Of the body that GET would get. SMALLEST if it is unknown. */
function lengthOf({ method }: FastifyRequest, reply: FastifyReply, payload: Payload): number {
  const length = payload instanceof Readable ? 0 : Buffer.byteLength(payload)
  const isKnown = length > 0 || (method !== 'HEAD' && !(payload instanceof Readable))
  return isKnown ? length : Number(reply.getHeader('content-length') ?? SMALLEST)
}

/** Compression changes the bytes, so the ETag may only promise equal content. */
function weakenTag(reply: FastifyReply): void {
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`)
}

function packStream(source: Readable, encoding: Encoding): Readable {
  const packer = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP)
  source.on('error', (error) => packer.destroy(error))
  packer.on('close', () => source.destroy())
  return source.pipe(packer)
}

/** Fastify sets no length for a stream. */
function asStream(payload: Payload): Readable {
  return payload instanceof Readable ? payload : Readable.from([payload])
}
