import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

export function entityTag(text: string): string {
  return `"${createHash('sha1').update(text).digest('base64url')}"`
}

export function isKnown({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((value) => value.trim().replace(/^W\//, ''))
  return Boolean(known?.some((value) => value === etag || value === '*'))
}
