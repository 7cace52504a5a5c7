import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IdentitySigner } from '@aangan/service-kit/identity'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'

const AT_ONCE = 50

/** Keys of identities that `work` holds too; `env` has a site use them. */
export async function withKeys<T>(work: (keys: IdentitySigner, env: Record<string, string>) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'))
  const [secret, known] = [join(folder, 'identity.pem'), join(folder, 'identity.pub')]
  const keys = createKeyPair()
  try {
    await writeFile(secret, keys.privateKey)
    await chmod(secret, 0o600)
    await writeFile(known, keys.publicKeys[0])
    return await work(keys, { IDENTITY_PRIVATE_KEY_FILE: secret, IDENTITY_PUBLIC_KEY_FILE: known })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Has a part check the tokens of so many people, which fills its cache of them. */
export async function showTokens(url: string, keys: IdentitySigner, count: number): Promise<void> {
  const signIn = await createSignIn(keys)
  let left = count
  const show = async () => {
    while (left > 0) {
      left -= 1
      const answer = await fetch(`${url}/nowhere`, { headers: signIn.headersOf(randomBytes(12).toString('hex')) })
      await answer.text()
      if (answer.status !== 404) throw new Error(`${url}/nowhere answered ${answer.status} to a token`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, show))
  await signIn.close()
}
