import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

const MAX_DEPTH = 32
/** Commas outside texts: a listing has about a hundred. What is wrong with a body is looked for in every value of it. */
const MAX_COMMAS = 5_000

/** Takes JSON bodies alone: UTF-8, at most 32 levels deep and 5,000 values, no NUL characters and no prototype names. */
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

/**
 * Looks over the text of a JSON body before it is parsed, since code that later walks a very deep value (to log it,
 * to check it) would overflow the stack. Throws BAD_REQUEST.
 */
function checkJson(body: Buffer): void {
  if (!isUtf8(body)) throw new AppError('BAD_REQUEST', 'The body is not UTF-8: send JSON in UTF-8')
  let depth = 0
  let commas = 0
  let inText = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (inText && byte === BACKSLASH) {
      if (body.toString('latin1', at + 1, at + 6) === 'u0000') {
        throw new AppError('BAD_REQUEST', 'The body holds a NUL character: leave it out')
      }
      at += 1
    } else if (byte === QUOTE) inText = !inText
    else if (!inText && (byte === OPEN_BRACE || byte === OPEN_BRACKET)) depth += 1
    else if (!inText && (byte === CLOSE_BRACE || byte === CLOSE_BRACKET)) depth -= 1
    else if (!inText && byte === COMMA) commas += 1
    if (commas > MAX_COMMAS) {
      throw new AppError('BAD_REQUEST', `The body holds more than ${MAX_COMMAS} values: send fewer`)
    }
    if (depth > MAX_DEPTH) {
      throw new AppError('BAD_REQUEST', `The body is nested more than ${MAX_DEPTH} levels deep: send it flatter`)
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
