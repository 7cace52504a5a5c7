import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { createDurably, makeFolder } from './durable-files.ts'
import type { IdentitySigner, IdentityVerifier } from './identity.ts'
import { ifMissing } from './if-missing.ts'

/** In the folder of secrets of a single-process site. */
export const KEY_FILE = 'identity.pem'

const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700
const OTHERS = 0o077

export function createKeyPair(): IdentitySigner {
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const
  const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', { publicKeyEncoding, privateKeyEncoding })
  return { publicKeys: [publicKey], privateKey }
}

/** The first process creates the file. Throws a ConfigError if others can read it or it is no Ed25519 key. */
export async function openKeyPair(folder: string): Promise<IdentitySigner> {
  await makeFolder(folder, { mode: PRIVATE_FOLDER })
  await chmod(folder, PRIVATE_FOLDER)
  const file = join(folder, KEY_FILE)
  if (!(await exists(file))) await createDurably(file, createKeyPair().privateKey, { mode: PRIVATE_FILE })
  return readKeyPair(file)
}

export async function readKeyPair(file: string): Promise<IdentitySigner> {
  const { mode } = await stat(file)
  if (mode & OTHERS) throw new ConfigError(`Other users can read the key file ${file}: run chmod 600 ${file}`)
  const privateKey = await readFile(file, 'utf8')
  return { privateKey, publicKeys: [publicPart(privateKey, file)] }
}

export async function readPublicKeys(file: string): Promise<IdentityVerifier> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new ConfigError(`The key file ${file} cannot be read: ${cause.message}`, { cause })
  })
  const [first = text, ...others] = text.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? []
  return { publicKeys: [publicPart(first, file), ...others.map((pem) => publicPart(pem, file))] }
}

function publicPart(pem: string, file: string): string {
  try {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key.export({ type: 'spki', format: 'pem' }).toString()
  } catch (cause) {
    throw new ConfigError(`${file} contains no key in PEM format: restore or remove the file`, { cause })
  }
  throw new ConfigError(`${file} contains a key of another type: use an Ed25519 key`)
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(ifMissing(null))) !== null
}
