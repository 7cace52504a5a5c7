import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPasswords } from '@aangan/auth/passwords'
import type { AuthStore } from '@aangan/auth/store'
import { makeFolder, writeDurably } from '@aangan/service-kit/durable-files'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { DEMO_PERSON } from './people.ts'

const BYTES = 12
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

export interface DemoPerson {
  username: string
  password: string
  passwordFile: string
}

const passwordFileIn = (dataDir: string) => join(dataDir, 'secrets', 'demo-password')

/**
 * Gives the demo account a generated password, kept in DATA_DIR. Idempotent: completes an interrupted run and keeps an
 * existing password.
 */
export async function openDemoPerson(accounts: AuthStore, dataDir: string): Promise<void> {
  const account = await accounts.find(DEMO_PERSON.id)
  if (account === null || account.password !== null) return
  const password = (await demoPerson(dataDir))?.password || randomBytes(BYTES).toString('base64url')
  await makeFolder(join(dataDir, 'secrets'), { mode: PRIVATE_FOLDER })
  await writeDurably(passwordFileIn(dataDir), `${password}\n`, { mode: PRIVATE_FILE })
  const hashed = await createPasswords().hash(password)
  await accounts.change(DEMO_PERSON.id, () => ({ password: hashed }))
}

/** Returns the demo account with its initial password; null if this is not a demo site. */
export async function demoPerson(dataDir: string): Promise<DemoPerson | null> {
  const passwordFile = passwordFileIn(dataDir)
  const text = await readFile(passwordFile, 'utf8').catch(ifMissing(null))
  return text === null ? null : { username: DEMO_PERSON.username, password: text.trim(), passwordFile }
}
