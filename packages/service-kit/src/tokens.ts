import { hash, randomBytes } from 'node:crypto'

const BYTES = 32
export const TOKEN_PATTERN = '[\\w-]{43}'
const TOKEN = new RegExp(`^${TOKEN_PATTERN}$`)

/** SHA-256 in hex: the only form in which a token is stored or sent to look up its session. Not reversible. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** Null for text that is not a token. */
export function hashOf(token: string | undefined): string | null {
  return token !== undefined && TOKEN.test(token) ? hashToken(token) : null
}

/** A 256-bit secret for a cookie or a link. Only its hash is stored. */
export function newSecret(): { token: string; hash: string } {
  const token = randomBytes(BYTES).toString('base64url')
  return { token, hash: hashToken(token) }
}
