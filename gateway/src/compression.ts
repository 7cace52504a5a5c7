import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { App } from '@aangan/service-kit/server'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip'

const SMALLEST = 1_024
/** The default window of 4 MB costs a third more processor time, and saves nothing on answers below 256 kB. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 }
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|javascript|xml|manifest\+json)|image\/svg\+xml)/

/** Release files come precompressed, at a higher level, and pass through. */
export function compressAnswers(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(reply, payload)) return done(null, payload)
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', '))
    const encoding = chosenEncoding(request)
    if (!encoding || request.method === 'HEAD') return done(null, payload)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    weakenTag(reply)
    done(null, pack(payload, encoding))
  })
}

function isCompressible(reply: FastifyReply, payload: unknown): payload is Readable | Buffer | string {
  if (!(payload instanceof Readable || Buffer.isBuffer(payload) || typeof payload === 'string')) return false
  if (reply.statusCode === 206 || reply.hasHeader('content-encoding')) return false
  if (/no-transform/.test(String(reply.getHeader('cache-control')))) return false
  const length = payload instanceof Readable ? reply.getHeader('content-length') : Buffer.byteLength(payload)
  return COMPRESSIBLE.test(String(reply.getHeader('content-type'))) && Number(length ?? SMALLEST) >= SMALLEST
}

export function chosenEncoding(request: FastifyRequest): Encoding | null {
  const accepted = request.headers['accept-encoding']
  return typeof accepted === 'string' ? negotiate(accepted, ['br', 'gzip']) : null
}

/** Compression changes the bytes, so the ETag may only promise equal content. */
function weakenTag(reply: FastifyReply): void {
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`)
}

export function packAll(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return buffer(pack(body, encoding))
}

function pack(payload: Readable | Buffer | string, encoding: Encoding): Readable {
  const source = payload instanceof Readable ? payload : Readable.from([payload])
  const packer = encoding === 'br' ? createBrotliCompress({ params: BROTLI }) : createGzip({ level: 6 })
  source.on('error', (error) => packer.destroy(error))
  packer.on('close', () => source.destroy())
  return source.pipe(packer)
}
