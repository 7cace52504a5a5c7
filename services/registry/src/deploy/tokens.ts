import { createPublicKey, timingSafeEqual } from 'node:crypto'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { ReleaseName } from '@aangan/contracts/releases'
import { createDurably, makeFolder } from '@aangan/service-kit/durable-files'
import { AppError } from '@aangan/service-kit/errors'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { hashOf, newSecret } from '@aangan/service-kit/tokens'
import { Value } from 'typebox/value'
import { writeAudit } from '../releases/audit.ts'

/** A file each, so that a registry needs no lock to look one up, and a revoked one is gone for all registries. */
const FOLDER = '.tokens'
const ID_DIGITS = 12
const ID = /^[0-9a-f]{12}$/
const LABEL = /^[^\p{Cc}\p{Cf}]{1,100}$/u

interface TokenFacts {
  /** Of the only remote, or the shell, that it may release. */
  name: string
  /** Whose it is, for people. */
  label: string
  createdBy: string
  /** Ed25519, PEM: each release needs a signature by its private key. */
  publicKey?: string
}

export interface DeployToken extends TokenFacts {
  id: string
  createdAt: string
}

interface StoredToken extends DeployToken {
  /** SHA-256, which is enough for 256 random bits. */
  hash: string
}

export interface ListedToken extends DeployToken {
  lastUsedAt: string | null
}

/** The token itself is in no file: show it once. Throws BAD_REQUEST for an invalid name, label or key. */
export async function createToken(releasesDir: string, facts: TokenFacts): Promise<{ id: string; token: string }> {
  checkFacts(facts)
  const { token, hash } = newSecret()
  const id = idOf(hash)
  const stored: StoredToken = { id, ...facts, createdAt: new Date().toISOString(), hash }
  await makeFolder(join(releasesDir, FOLDER), { mode: 0o700 })
  await createDurably(fileOf(releasesDir, id), JSON.stringify(stored), { mode: 0o600 })
  await utimes(fileOf(releasesDir, id), 0, 0)
  await writeAudit(releasesDir, { by: facts.createdBy, action: 'token-create', name: facts.name, why: nameOf(stored) })
  return { id, token }
}

/** By name, the oldest first. */
export async function listTokens(releasesDir: string): Promise<ListedToken[]> {
  const files = await readdir(join(releasesDir, FOLDER)).catch(ifMissing([]))
  const ids = files.map((file) => file.replace(/\.json$/, '')).filter((id) => ID.test(id))
  const tokens = (await Promise.all(ids.map((id) => readListed(releasesDir, id)))).filter((token) => token !== null)
  const order = ({ name, createdAt }: ListedToken) => `${name} ${createdAt}`
  return tokens.sort((one, other) => (order(one) < order(other) ? -1 : 1))
}

/** It is refused from now on by every registry on the folder. Throws NOT_FOUND. */
export async function revokeToken(releasesDir: string, id: string, by: string): Promise<DeployToken> {
  const token = ID.test(id) ? await readToken(releasesDir, id) : null
  if (token === null) throw new AppError('NOT_FOUND', `There is no token ${id}: npm run tokens -- list has all ids`)
  await rm(fileOf(releasesDir, id), { force: true })
  await writeAudit(releasesDir, { by, action: 'token-revoke', name: token.name, why: nameOf(token) })
  return token
}

/**
 * Returns null for an invalid, unknown or revoked token. Updates when it was last used. Throws UNAVAILABLE if its file
 * belongs to another user.
 */
export async function findToken(releasesDir: string, text: string | undefined): Promise<DeployToken | null> {
  const hash = hashOf(text)
  const found = hash && (await readToken(releasesDir, idOf(hash)).catch(unreadable))
  if (!hash || !found || !timingSafeEqual(Buffer.from(found.hash), Buffer.from(hash))) return null
  const now = new Date()
  await utimes(fileOf(releasesDir, found.id), now, now).catch(ifMissing(undefined)).catch(unreadable)
  return found
}

/** Whether there is a token with this id, and it is for `name`: false once it is revoked. */
export async function isTokenOf(releasesDir: string, id: string, name: string): Promise<boolean> {
  return ID.test(id) && (await readToken(releasesDir, id))?.name === name
}

/** As those are that another user has made. */
function unreadable(cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'EACCES' && cause.code !== 'EPERM') throw cause
  const message =
    'The site cannot read this deploy token. Tell its operators: its log says which file is not the site’s.'
  throw new AppError('UNAVAILABLE', message, { cause })
}

/** For the audit log and for people: never the token itself. */
export function nameOf({ id, label }: Pick<DeployToken, 'id' | 'label'>): string {
  return `token ${id} (${label})`
}

/** The file is found by the first digits of the hash, which tell nothing about the token. */
function idOf(hash: string): string {
  return hash.slice(0, ID_DIGITS)
}

function fileOf(releasesDir: string, id: string): string {
  return join(releasesDir, FOLDER, `${id}.json`)
}

async function readToken(releasesDir: string, id: string): Promise<StoredToken | null> {
  return JSON.parse(await readFile(fileOf(releasesDir, id), 'utf8').catch(ifMissing('null')))
}

async function readListed(releasesDir: string, id: string): Promise<ListedToken | null> {
  const token = await readToken(releasesDir, id)
  const used = await stat(fileOf(releasesDir, id)).catch(ifMissing(null))
  if (token === null || used === null) return null
  const { hash: _hash, ...rest } = token
  return { ...rest, lastUsedAt: used.mtimeMs === 0 ? null : used.mtime.toISOString() }
}

function checkFacts({ name, label, publicKey }: TokenFacts): void {
  if (!Value.Check(ReleaseName, name))
    throw new AppError('BAD_REQUEST', `"${name}" is no name of a remote: use the one in its manifest.json, or shell`)
  if (!LABEL.test(label)) throw new AppError('BAD_REQUEST', 'The label must have 1 to 100 characters: say whose it is')
  if (publicKey !== undefined && !isEd25519(publicKey))
    throw new AppError('BAD_REQUEST', 'The key is no Ed25519 public key in PEM: openssl pkey -in KEY -pubout')
}

function isEd25519(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}
