import type { IncomingMessage } from 'node:http'
import { AppError } from './errors.ts'

/** Characters of an address, query included. */
export const MAX_URL = 8_192

/** Where requests go whose path cannot even be decoded: no route has it, so the hooks get to refuse them. */
const UNREADABLE = '/unreadable'

const REFUSED_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Makes of a request line's target what the router can take. A proxy's form, `GET http://host/path`, is legal and
 * means `/path`. A path with broken percent signs would make the router answer before any hook (no security headers,
 * no limits, no log): it goes to a path that does not exist, and checkAddress refuses the original.
 */
export function routablePath(target: string): string {
  const path = originForm(target)
  const [bare = ''] = path.split('?', 1)
  return isDecodable(bare) ? path : UNREADABLE
}

function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')
}

/**
 * Refuses an address that no honest client sends and that layers behind might read differently: encoded slashes,
 * backslashes, dot segments, control characters, bad UTF-8, fragments, operators and prototype names as parameters.
 * Throws BAD_REQUEST or URI_TOO_LONG saying what was found.
 */
export function checkAddress(target: string): void {
  if (target.length > MAX_URL) {
    throw new AppError('URI_TOO_LONG', `The address has ${target.length} characters; at most ${MAX_URL} are taken`)
  }
  const url = originForm(target)
  // A router cuts it off, and so would whoever counts by the path read another one.
  if (url.includes('#')) refuse('The address holds a fragment: leave out the # and what follows')
  const mark = url.indexOf('?')
  checkPath(mark < 0 ? url : url.slice(0, mark))
  if (mark >= 0) checkQuery(url.slice(mark + 1))
}

/** HTTP/1.1 demands a Host header; probes of load balancers still come as 1.0, without. Throws BAD_REQUEST. */
export function checkHost({ headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>): void {
  if (!headers.host && httpVersion !== '1.0') refuse('The Host header is missing: name the site')
}

function checkPath(path: string): void {
  if (/%2f|%5c|\\/i.test(path)) refuse('The path holds an encoded slash or a backslash: use plain slashes')
  if (path.includes('//')) refuse('The path holds two slashes in a row: use one')
  const plain = decoded(path, 'path')
  if (plain.split('/').some((part) => part === '.' || part === '..')) refuse('The path holds a dot segment: resolve it')
}

function checkQuery(query: string): void {
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = splitOnce(pair.replaceAll('+', ' '))
    decoded(value, 'query string')
    const plain = decoded(name, 'query string')
    if (/[[\]$]/.test(plain) || REFUSED_NAMES.has(plain)) {
      refuse(`The parameter ${JSON.stringify(plain.slice(0, 60))} is an operator, not a filter: use a plain name`)
    }
  }
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}

/** Answers the text after percent-decoding; refuses bad UTF-8 and control characters. */
function decoded(text: string, place: string): string {
  if (!isDecodable(text)) refuse(`The ${place} is not UTF-8 with valid percent signs: encode it as UTF-8`)
  const plain = decodeURIComponent(text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what this line is for
  if (/[\u0000-\u001f\u007f]/.test(plain)) refuse(`The ${place} holds a control character: leave it out`)
  return plain
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function refuse(message: string): never {
  throw new AppError('BAD_REQUEST', message)
}
