import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

const MAX_DEPTH = 32
/** Outside strings; a listing has about a hundred. Validation visits every value. */
const MAX_COMMAS = 5_000

/** UTF-8 JSON, at most 32 levels deep and 5,000 values, without NUL characters and prototype names. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    try {
      checkJson(body)
    } catch (error) {
      done(error as Error)
      return
    }
    void parse(request, body.toString('utf8'), done)
  })
}

/** Runs before parsing: code that recurses into a very deep value (to log or validate it) would overflow the stack. */
function checkJson(body: Buffer): void {
  if (!isUtf8(body)) throw new AppError('BAD_REQUEST', 'The body is not UTF-8: send JSON in UTF-8')
  let depth = 0
  let commas = 0
  let inText = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (inText && byte === BACKSLASH) {
      if (body.toString('latin1', at + 1, at + 6) === 'u0000') {
        throw new AppError('BAD_REQUEST', 'The body contains a NUL character: remove it')
      }
      at += 1
    } else if (byte === QUOTE) inText = !inText
    else if (!inText && (byte === OPEN_BRACE || byte === OPEN_BRACKET)) depth += 1
    else if (!inText && (byte === CLOSE_BRACE || byte === CLOSE_BRACKET)) depth -= 1
    else if (!inText && byte === COMMA) commas += 1
    if (commas > MAX_COMMAS) {
      throw new AppError('BAD_REQUEST', `The body contains more than ${MAX_COMMAS} values: send fewer`)
    }
    if (depth > MAX_DEPTH) {
      throw new AppError('BAD_REQUEST', `The body is nested more than ${MAX_DEPTH} levels deep: use fewer levels`)
    }
  }
}

const COMMA = 0x2c
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
