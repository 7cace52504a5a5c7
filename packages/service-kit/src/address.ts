import type { IncomingMessage } from 'node:http'
import { MAX_URL } from '@aangan/contracts/parse-url'
import { AppError } from './errors.ts'

/** Matches no route, so that the hooks get to reject a path that cannot be decoded. */
const UNREADABLE = '/unreadable'

const REFUSED_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Maps a request target to a path for the router. Proxies may send `GET http://host/path`, which means `/path`. The
 * router would answer a malformed escape before any hook runs, so such a path goes to an unknown route.
 */
export function routablePath(target: string): string {
  const path = originForm(target)
  const [bare = ''] = path.split('?', 1)
  return isDecodable(bare) ? path : UNREADABLE
}

function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')
}

/** Rejects addresses that no honest client sends. Throws BAD_REQUEST or URI_TOO_LONG naming the problem. */
export function checkAddress(target: string): void {
  if (target.length > MAX_URL) {
    throw new AppError('URI_TOO_LONG', `The address has ${target.length} characters; at most ${MAX_URL} are allowed`)
  }
  const url = originForm(target)
  // Routers strip it, so code that counts requests by path would see a different path.
  if (url.includes('#')) refuse('The address contains a fragment: remove the # and what follows')
  const mark = url.indexOf('?')
  checkPath(mark < 0 ? url : url.slice(0, mark))
  if (mark >= 0) checkQuery(url.slice(mark + 1))
}

/**
 * HTTP/1.1 requires one Host header; load balancer probes may still use 1.0 without one. Of several, Node takes the first
 * and a proxy in front perhaps the last. Throws BAD_REQUEST.
 */
export function checkHost({ headers, rawHeaders, httpVersion }: Pick<IncomingMessage, Told>): void {
  if (!headers.host && httpVersion !== '1.0') refuse("The Host header is missing: send the site's host name")
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) refuse('There are several Host headers: send one')
}

type Told = 'headers' | 'rawHeaders' | 'httpVersion'

function checkPath(path: string): void {
  if (/%2f|%5c|\\/i.test(path)) refuse('The path contains an encoded slash or a backslash: use plain slashes')
  if (path.includes('//')) refuse('The path contains two slashes in a row: use one')
  const plain = decoded(path, 'path')
  if (plain.split('/').some((part) => part === '.' || part === '..'))
    refuse('The path contains a dot segment: resolve it first')
}

function checkQuery(query: string): void {
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = splitOnce(pair.replaceAll('+', ' '))
    decoded(value, 'query string')
    const plain = decoded(name, 'query string')
    if (/[[\]$]/.test(plain) || REFUSED_NAMES.has(plain)) {
      refuse(`The parameter ${JSON.stringify(plain.slice(0, 60))} is not allowed: use a plain name`)
    }
  }
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}

function decoded(text: string, part: string): string {
  if (!isDecodable(text)) refuse(`The ${part} is not percent-encoded UTF-8: encode it as UTF-8`)
  const plain = decodeURIComponent(text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what this line is for
  if (/[\u0000-\u001f\u007f]/.test(plain)) refuse(`The ${part} contains a control character: remove it`)
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
