import { hash, randomBytes } from 'node:crypto'

const BYTES = 32
/** Of text without separators, as 32 random bytes are in base64url. */
export const TOKEN_PATTERN = '[\\w-]{43}'
const TOKEN = new RegExp(`^${TOKEN_PATTERN}$`)

/**
 * SHA-256 in hex: what is kept of a token, and by what the gateway asks whose session it is. Who reads either cannot make
 * the token of it.
 */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** The hash by which a token is found again; null for text that is none. */
export function hashOf(token: string | undefined): string | null {
  return token !== undefined && TOKEN.test(token) ? hashToken(token) : null
}

/** A new secret for a cookie or a link, 256 random bits as text, and its hash: all that is kept of it. */
export function newSecret(): { token: string; hash: string } {
  const token = randomBytes(BYTES).toString('base64url')
  return { token, hash: hashToken(token) }
}
