import { createHash } from 'node:crypto'

/** Of text without separators, as 32 random bytes are in base64url. */
export const TOKEN_PATTERN = '[\\w-]{43}'

/**
 * SHA-256 in hex: what auth keeps of a token, and by what the gateway asks whose it is. Who reads either cannot make the
 * token of it.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
