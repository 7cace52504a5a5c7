import { AppError } from './errors.ts'

const MAX_URL = 8_192
const REFUSED_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Refuses an address that no honest client sends and that layers behind might read differently: encoded slashes,
 * backslashes, dot segments, control characters, bad UTF-8, operators and prototype names as parameters.
 * Throws BAD_REQUEST or URI_TOO_LONG saying what was found.
 */
export function checkAddress(url: string): void {
  if (url.length > MAX_URL) {
    throw new AppError('URI_TOO_LONG', `The address has ${url.length} characters; at most ${MAX_URL} are taken`)
  }
  const mark = url.indexOf('?')
  checkPath(mark < 0 ? url : url.slice(0, mark))
  if (mark >= 0) checkQuery(url.slice(mark + 1))
}

function checkPath(path: string): void {
  if (!path.startsWith('/')) refuse('The path must start with a slash')
  if (/%2f|%5c|\\/i.test(path)) refuse('The path holds an encoded slash or a backslash: use plain slashes')
  if (path.includes('//')) refuse('The path holds two slashes in a row: use one')
  const plain = decoded(path, 'path')
  if (plain.split('/').some((part) => part === '.' || part === '..')) refuse('The path holds a dot segment: resolve it')
}

function checkQuery(query: string): void {
  for (const pair of query.split('&')) {
    const [raw = ''] = pair.split('=', 1)
    decoded(pair.slice(raw.length), 'query string')
    const name = decoded(raw.replaceAll('+', ' '), 'query string')
    if (/[[\]$]/.test(name) || REFUSED_NAMES.has(name)) {
      refuse(`The parameter ${JSON.stringify(name.slice(0, 60))} is an operator, not a filter: use a plain name`)
    }
  }
}

/** Answers the text after percent-decoding; refuses bad UTF-8 and control characters. */
function decoded(text: string, place: string): string {
  let plain: string
  try {
    plain = decodeURIComponent(text)
  } catch (cause) {
    throw new AppError('BAD_REQUEST', `The ${place} is not UTF-8 with valid percent signs`, { cause })
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what this line is for
  if (/[\u0000-\u001f\u007f]/.test(plain)) refuse(`The ${place} holds a control character: leave it out`)
  return plain
}

function refuse(message: string): never {
  throw new AppError('BAD_REQUEST', message)
}
