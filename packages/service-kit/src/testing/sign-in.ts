import { type Identity, type IdentitySigner, openMint } from '../identity.ts'

/** The gateway's side of signing in. */
export function createSignIn(keys: IdentitySigner) {
  const mint = openMint(keys)
  const identityOf = (id: string, session = '0'.repeat(64)): Identity => ({ id, session, token: mint({ id, session }) })
  return {
    /** What verifies these identities. */
    verifier: { publicKeys: keys.publicKeys },
    identityOf,
    headersOf: (id: string, session?: string) => ({ authorization: `Bearer ${identityOf(id, session).token}` }),
  }
}
