import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OVERRIDE_COOKIE } from '@aangan/contracts/services'
import { createDurably, makeFolder } from '@aangan/service-kit/durable-files'
import { ifMissing } from '@aangan/service-kit/if-missing'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isTokenOf } from '../deploy/tokens.ts'
import { setCookie } from '../set-cookie.ts'
import { OVERRIDES, type Override } from './grants.ts'

const COOKIE = new RegExp(`(?:^|;\\s*)${OVERRIDE_COOKIE}=([\\w-]+)\\.([\\w-]+)(?:;|$)`)
export const OVERRIDE_MS = 3_600_000
const KEY_BYTES = 32

interface Signed extends Override {
  /** Milliseconds since 1970. */
  until: number
}

/** Valid at every registry on the folder: they share the key, which the first one makes. */
export async function signOverride(releasesDir: string, override: Signed): Promise<string> {
  await makeFolder(join(releasesDir, OVERRIDES), { mode: 0o700 })
  await createDurably(keyFile(releasesDir), randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600 })
  const payload = Buffer.from(JSON.stringify(override)).toString('base64url')
  return `${payload}.${sign(payload, await readFile(keyFile(releasesDir), 'utf8'))}`
}

/** Null for a browser without a valid one, also once its deploy token is revoked. */
export async function readOverride(releasesDir: string, { headers }: FastifyRequest): Promise<Signed | null> {
  const [, payload, signature] = COOKIE.exec(headers.cookie ?? '') ?? []
  if (payload === undefined || signature === undefined) return null
  const key = await readFile(keyFile(releasesDir), 'utf8').catch(ifMissing(null))
  if (key === null || !isEqual(signature, sign(payload, key))) return null
  const override: Signed = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  if (override.until <= Date.now()) return null
  return (await isTokenOf(releasesDir, override.token, override.name)) ? override : null
}

/** Not even sent with a link from another site. An empty `value` removes it. */
export function setOverride(request: FastifyRequest, reply: FastifyReply, value: string): void {
  const maxAgeS = value === '' ? 0 : OVERRIDE_MS / 1_000
  setCookie(request, reply, { name: OVERRIDE_COOKIE, value, maxAgeS, sameSite: 'Strict' })
}

function sign(payload: string, key: string): string {
  return createHmac('sha256', key).update(payload).digest('base64url')
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function keyFile(releasesDir: string): string {
  return join(releasesDir, OVERRIDES, 'key')
}
