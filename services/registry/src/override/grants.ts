import { randomUUID, timingSafeEqual } from 'node:crypto'
import { readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createDurably, makeFolder } from '@aangan/service-kit/durable-files'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { hashOf, newSecret } from '@aangan/service-kit/tokens'
import { type DeployToken, nameOf } from '../deploy/tokens.ts'
import { writeAudit } from '../releases/audit.ts'

/** Without it no override of any browser is valid: an operator ends all of them by removing it. */
export const OVERRIDES = '.overrides'
/** Long enough to open the page, read it and allow the browser's question about the local network. */
const GRANT_MS = 5 * 60_000
const ID = /^[0-9a-f-]{36}$/

export interface Override {
  name: string
  /** Where the remote is taken from. */
  origin: string
  /** Id of the deploy token. */
  token: string
  /** Whose token it is, for people. */
  by: string
}

export interface Grant extends Override {
  id: string
  /** Milliseconds since 1970. */
  until: number
  /** Of its code. */
  hash: string
}

/** A file each, as for tokens, so that every registry on the folder finds it, and only one of them can use it. */
export async function createGrant(
  releasesDir: string,
  { token, origin }: { token: DeployToken; origin: string },
): Promise<{ grant: Grant; code: string }> {
  const { id: tokenId, name } = token
  const { token: code, hash } = newSecret()
  const until = Date.now() + GRANT_MS
  const grant: Grant = { id: randomUUID(), name, origin, token: tokenId, by: nameOf(token), until, hash }
  await writeAudit(releasesDir, { by: grant.by, action: 'override', name, why: `from ${origin}` })
  await removeExpired(releasesDir)
  await makeFolder(join(releasesDir, OVERRIDES), { mode: 0o700 })
  await createDurably(fileOf(releasesDir, grant.id), JSON.stringify(grant), { mode: 0o600 })
  return { grant, code }
}

/** Null if there is none, or it has expired or been used. */
export async function readGrant(releasesDir: string, id: string): Promise<Grant | null> {
  if (!ID.test(id)) return null
  const grant: Grant | null = JSON.parse(await readFile(fileOf(releasesDir, id), 'utf8').catch(ifMissing('null')))
  return grant !== null && grant.until > Date.now() ? grant : null
}

/** Returns whether this call is the first with the right code: a grant is used once. */
export async function useGrant(releasesDir: string, { id, hash }: Grant, code: string): Promise<boolean> {
  const given = hashOf(code)
  if (given === null || !timingSafeEqual(Buffer.from(given), Buffer.from(hash))) return false
  return await unlink(fileOf(releasesDir, id)).then(() => true, ifMissing(false))
}

async function removeExpired(releasesDir: string): Promise<void> {
  const files = await readdir(join(releasesDir, OVERRIDES)).catch(ifMissing([]))
  const ids = files.map((file) => file.replace(/\.json$/, '')).filter((id) => ID.test(id))
  for (const id of ids)
    if ((await readGrant(releasesDir, id)) === null) await unlink(fileOf(releasesDir, id)).catch(ifMissing(undefined))
}

function fileOf(releasesDir: string, id: string): string {
  return join(releasesDir, OVERRIDES, `${id}.json`)
}
