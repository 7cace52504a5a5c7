import { createPublicKey, verify } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import { AppError } from '@aangan/service-kit/errors'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { COPIES, isCopy } from '../releases/copies.ts'
import { findObjectionNow } from '../releases/gate.ts'
import { refusal } from '../releases/publish.ts'
import { checkBuilt, MOST_DESCRIPTION_BYTES } from '../releases/rules.ts'
import type { LiveReleases } from '../releases/settled.ts'

const DESCRIPTION = 'release.json'
/** Over the bytes of release.json, which has the hashes of all files; in base64. */
const SIGNATURE = 'release.sig'

interface Expected {
  name: string
  /** Ed25519, PEM; without it a signature is ignored. */
  publicKey?: string | undefined
}

/**
 * What only an archive can have wrong; everything else is checked when it is published. Throws BAD_REQUEST, and
 * FORBIDDEN for a missing or wrong signature.
 */
export async function checkArchive(folder: string, { name, publicKey }: Expected): Promise<void> {
  const description = await readFile(join(folder, DESCRIPTION)).catch(ifMissing(null))
  if (description === null) refuse(`The archive has no ${DESCRIPTION}: send what is in the dist folder`)
  if (description.length > MOST_DESCRIPTION_BYTES)
    refuse(`${DESCRIPTION} is larger than ${MOST_DESCRIPTION_BYTES / 1_024} kB: every page has what is in it`)
  if (publicKey !== undefined) await checkSignature(folder, description, publicKey)
  const release = parse(description)
  checkName(release, name)
  await checkFiles(folder, new Set(Object.keys(Object(release.files))))
}

/**
 * What `release.json` alone tells before the files are sent. Throws BAD_REQUEST or CONFLICT with the reason for which
 * the deploy would be refused.
 */
export function checkDescription(built: unknown, { name, live }: { name: string; live: LiveReleases }): Release {
  const release = readDescription(built)
  checkName(release, name)
  const objection = findObjectionNow(release, live)
  if (objection !== null) throw refusal(release, objection)
  return release
}

function readDescription(built: unknown): Release {
  try {
    return checkBuilt(built)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('BAD_REQUEST', `${DESCRIPTION} is refused: ${reason}. Build it again.`, { cause })
  }
}

function checkName(release: { name?: unknown }, name: string): void {
  if (release.name !== name) refuse(`${DESCRIPTION} is of ${JSON.stringify(release.name)}, but it was sent as ${name}`)
}

async function checkSignature(folder: string, description: Buffer, publicKey: string): Promise<void> {
  const signature = await readFile(join(folder, SIGNATURE), 'utf8').catch(ifMissing(''))
  if (verify(null, description, createPublicKey(publicKey), Buffer.from(signature, 'base64'))) return
  const how = `Deploy with --key and the private key that belongs to this token.`
  const what = signature === '' ? `The archive has no ${SIGNATURE}` : `${SIGNATURE} does not fit ${DESCRIPTION}`
  throw new AppError('FORBIDDEN', `${what}, and this token needs a signature. ${how}`)
}

function parse(description: Buffer): { name?: unknown; files?: unknown } {
  try {
    return Object(JSON.parse(description.toString('utf8')))
  } catch (cause) {
    throw new AppError('BAD_REQUEST', `${DESCRIPTION} is no JSON: build it again`, { cause })
  }
}

async function checkFiles(folder: string, listed: ReadonlySet<string>): Promise<void> {
  const found = new Set(await readdir(folder))
  const missing = [...listed].find((file) => !found.has(file))
  if (missing !== undefined) refuse(`${DESCRIPTION} lists ${missing}, which is not in the archive`)
  for (const file of found) {
    if (file === DESCRIPTION || file === SIGNATURE || listed.has(file)) continue
    const [, original = '', kind = ''] = /^(.+)(\.(?:br|gz|map))$/.exec(file) ?? []
    if (!listed.has(original)) refuse(`${file} is not among the files of ${DESCRIPTION}: remove it, or build again`)
    // Browsers would refuse what it unpacks to, and the remote would be gone for all of them.
    const packed = COPIES.find((each) => each === kind)
    if (packed && !(await isCopy(await readFile(join(folder, original)), join(folder, file), packed)))
      refuse(`${file} does not unpack to ${original}: build it again`)
  }
}

function refuse(what: string): never {
  throw new AppError('BAD_REQUEST', `${what}. Nothing was published.`)
}
