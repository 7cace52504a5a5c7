import { createHash } from 'node:crypto'

/** Subresource integrity, as `release.json` and pages state it: `sha384-…`. */
export function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

/** As a policy names an inline script or style: `sha256-…`. */
export function policyHashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
