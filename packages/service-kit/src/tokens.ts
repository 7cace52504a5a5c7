import { randomBytes } from 'node:crypto'
import { hashToken, TOKEN_PATTERN } from '@aangan/service-kit/session-token'

const BYTES = 32
const TOKEN = new RegExp(`^${TOKEN_PATTERN}$`)

/** The hash by which a token is found again; null for text that is none. */
export function hashOf(token: string | undefined): string | null {
  return token !== undefined && TOKEN.test(token) ? hashToken(token) : null
}

/** A new secret for a cookie or a link, 256 random bits as text, and its hash: all that is kept of it. */
export function newSecret(): { token: string; hash: string } {
  const token = randomBytes(BYTES).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** An address as a log may have it: what a link of a mail proves itself with is not in it. */
export function withoutToken(url: string): string {
  return url.replace(/([?&]token=)[^&]+/gi, '$1[hidden]')
}
