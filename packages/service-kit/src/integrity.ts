import { createHash } from 'node:crypto'

/** Subresource integrity, as `release.json` and pages state it: `sha384-…`. */
export function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
