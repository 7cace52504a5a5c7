import { createHash } from 'node:crypto'

/** Subresource integrity, as `release.json` states it. @param {Buffer} content */
export function integrityOf(content) {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
