import { createHash, randomBytes } from 'node:crypto'

const BYTES = 32
const TOKEN = /^[\w-]{43}$/

/** A secret for a cookie or a link: 256 random bits as text. Only its hash is kept. */
function newToken(): string {
  return randomBytes(BYTES).toString('base64url')
}

/** SHA-256 in hex, by which a token is found again; null for text that is none. */
export function hashOf(token: string | undefined): string | null {
  return token !== undefined && TOKEN.test(token) ? createHash('sha256').update(token).digest('hex') : null
}

/** A new token and its hash. */
export function newSecret(): { token: string; hash: string } {
  const token = newToken()
  return { token, hash: hashOf(token) ?? '' }
}

/** An address as a log may have it: what a link of a mail proves itself with is not in it. */
export function withoutToken(url: string): string {
  return url.replace(/([?&]token=)[^&]+/gi, '$1[hidden]')
}
